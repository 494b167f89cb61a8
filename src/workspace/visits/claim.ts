import { msOf } from "#room/contract/primitives/wire-date-time.ts";
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
  const until = msOf(takenUntil);
  const isOpen = state === "withheld" || state === "refused";
  return isOpen && takenBy && until > now ? { by: takenBy, until } : undefined;
}

export function isWithAnother(visit: VisitRow, me: string, now: number): boolean {
  const holder = holderOf(visit, now);
  return holder !== undefined && !isSameUser(holder.by, me);
}

/** Its visit is of the service's queue: it came from there, or was not charged when this browser sent it. */
function isQueued({ serviceVisitId }: VisitSummary, sameVisit: readonly VisitSummary[]): boolean {
  const isOpen = ({ outcome }: Attempt) => outcome === "withheld" || outcome === "refused";
  return serviceVisitId !== undefined || sameVisit.some(({ attempts }) => attempts.some(isOpen));
}

/** Of the service's row; nothing where it has none, or was not asked. */
export type NewestEvent = Pick<VisitRow, "eventId" | "receivedAt"> | null | undefined;

interface Kept {
  summary(eventId: string): VisitSummary | undefined;
  ofVisit(visitId: string): readonly VisitSummary[];
}

/**
 * The service has an event of the visit that the draft was not made with, and that was not sent from this browser. To a
 * draft begun here, only what came in since is news.
 *
 * @param behindMs by how much this device's clock is behind the service's
 */
export function isNewsTo(
  entry: VisitSummary,
  row: NewestEvent,
  { summary, ofVisit }: Kept,
  behindMs: number,
): boolean {
  if (!row) return false;
  const { eventId, seenEventId, source, visitId, createdAt } = entry;
  const newest = eventKey(row.eventId);
  if ([eventId, seenEventId, source.name].includes(newest)) return false;
  if ((summary(newest)?.source.kind ?? "service") !== "service") return false;
  return isQueued(entry, ofVisit(visitId)) || msOf(row.receivedAt) > createdAt + behindMs;
}

export function withSeen(entry: VisitEntry, serviceEventId: string): VisitEntry {
  const seen = eventKey(serviceEventId);
  return entry.seenEventId === seen ? entry : { ...entry, seenEventId: seen };
}
