import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { eventKey, type VisitEntry } from "./visit-entry.ts";
import type { VisitSummary } from "./visit-record.ts";

/** Who may work on a visit now, as known to this tab. `wasMine`: this user had it, and did not give it back. */
export type Claim =
  /** The service was not asked, or does not have the visit. */
  | { readonly kind: "unknown" }
  | { readonly kind: "free" }
  | { readonly kind: "mine"; readonly until: number }
  | {
      readonly kind: "theirs";
      readonly by: string;
      readonly since?: number;
      readonly until: number;
      readonly wasMine: boolean;
    }
  /** This user had it; it expired, and nobody else has it. */
  | { readonly kind: "ran-out" }
  | { readonly kind: "closed"; readonly wasMine: boolean }
  | {
      readonly kind: "charged";
      readonly eventId: string;
      readonly wasMine: boolean;
      readonly isVoided?: true;
    };

/** User names are case-insensitive. */
export function isSameUser(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Who has an open visit at an instant, and until when; nobody once the time is over. */
export function holderOf(
  { state, takenBy, takenUntil }: Pick<VisitRow, "state" | "takenBy" | "takenUntil">,
  now: number,
): { readonly by: string; readonly until: number } | undefined {
  const until = instantOfWire(takenUntil) ?? 0;
  const isOpen = state === "withheld" || state === "refused";
  return isOpen && takenBy && until > now ? { by: takenBy, until } : undefined;
}

export function isWithAnother(visit: VisitRow, me: string, now: number): boolean {
  const holder = holderOf(visit, now);
  return holder !== undefined && !isSameUser(holder.by, me);
}

/** Its visit is of the service's queue: it came from there, or was not charged when this browser sent it. */
export function isQueued({ serviceVisitId }: VisitSummary, sameVisit: readonly VisitSummary[]): boolean {
  const isOpen = ({ outcome }: Attempt) => outcome === "withheld" || outcome === "refused";
  return serviceVisitId !== undefined || sameVisit.some(({ attempts }) => attempts.some(isOpen));
}

/** The service has an event of the visit that the draft was not made with, and that was not sent from this browser. */
export function isNewsTo(
  { eventId, seenEventId, source }: VisitSummary,
  row: Pick<VisitRow, "eventId"> | null | undefined,
  index: { get(eventId: string): VisitSummary | undefined },
): boolean {
  if (!row) return false;
  const newest = eventKey(row.eventId);
  if ([eventId, seenEventId, source.name].includes(newest)) return false;
  return (index.get(newest)?.source.kind ?? "service") === "service";
}

export function withSeen(entry: VisitEntry, serviceEventId: string): VisitEntry {
  const seen = eventKey(serviceEventId);
  return entry.seenEventId === seen ? entry : { ...entry, seenEventId: seen };
}
