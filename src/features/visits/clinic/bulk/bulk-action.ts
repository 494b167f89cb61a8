import type { Money } from "#room/contract/primitives/money.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { holderOf, isSameUser } from "#room/workspace/visits/claim.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import { blockWords } from "#room/features/visits/sending/plan-words.ts";
import type { SendCheck } from "#room/features/visits/sending/send-check.ts";

export type BulkAction =
  | { readonly kind: "take" }
  | { readonly kind: "release" }
  | { readonly kind: "assign"; readonly to: string }
  | { readonly kind: "snooze"; readonly until?: string }
  | { readonly kind: "close"; readonly reason: string }
  | { readonly kind: "reopen" }
  | {
      readonly kind: "clear";
      readonly reason: string;
      /** By visit: the warnings that were read and accepted. */
      readonly accepted: ReadonlyMap<string, readonly string[]>;
    };
export type BulkActionKind = BulkAction["kind"];

export const bulkActionWords: Readonly<
  Record<BulkActionKind, { readonly title: string; readonly verb: string; readonly done: string }>
> = {
  take: { title: "Take visits", verb: "Take", done: "taken" },
  release: { title: "Release visits", verb: "Release", done: "released" },
  assign: { title: "Assign visits", verb: "Assign", done: "assigned" },
  snooze: { title: "Snooze visits", verb: "Snooze", done: "snoozed" },
  close: { title: "Close without billing", verb: "Close", done: "closed" },
  reopen: { title: "Reopen visits", verb: "Reopen", done: "reopened" },
  clear: { title: "Approve for billing and send", verb: "Approve and send", done: "charged" },
};

/** Why visits are left out, in the plan's words, singular and plural. */
export interface LeftOut {
  readonly one: string;
  readonly many: string;
}

const charged: LeftOut = { one: "is charged", many: "are charged" };
const closed: LeftOut = { one: "is closed", many: "are closed" };

export interface PlanFacts {
  readonly me: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** This browser has unsent changes of the visit, which the action would ignore. */
  isAlsoHere(visitId: string): boolean;
  /** What stands at a visit as it would be sent; undefined when it cannot be sent from here. For clearing only. */
  readonly checks?: ReadonlyMap<VisitRow, SendCheck | undefined>;
}

/** Why the action does not apply to this visit; undefined when it does. The service decides in the end. */
export function leftOutOf(
  kind: BulkActionKind,
  visit: VisitRow,
  { me, now, isAlsoHere, checks }: PlanFacts,
): LeftOut | undefined {
  const { state, snoozedUntil } = visit;
  const holder = holderOf(visit, now);
  const isOthers = holder !== undefined && !isSameUser(holder.by, me);
  if (state === "charged" || state === "voided") return charged;
  if (kind === "reopen") {
    return state === "closed" || msOf(snoozedUntil) > now
      ? undefined
      : { one: "is already open", many: "are already open" };
  }
  if (state === "closed") return closed;
  if (kind === "take" && holder && !isOthers) return { one: "is already yours", many: "are already yours" };
  if (kind === "release" && !holder) return { one: "isn’t anyone’s", many: "aren’t anyone’s" };
  if (isOthers && kind !== "assign") return { one: `is with ${holder.by}`, many: `are with ${holder.by}` };
  if (kind !== "clear") return undefined;
  if (state === "refused")
    return { one: "was refused: correct it first", many: "were refused: correct them first" };
  if (isAlsoHere(visit.visitId))
    return {
      one: "is also on this device: send it from there",
      many: "are also on this device: send them from there",
    };
  if (!checks?.has(visit)) return undefined;
  const check = checks.get(visit);
  if (!check) return { one: "can’t be corrected here: open it", many: "can’t be corrected here: open them" };
  return check.hasProblems ? blockWords["blocking-faults"] : undefined;
}

export interface BulkPlan {
  readonly total: number;
  readonly visits: readonly VisitRow[];
  /** Of these: left out unless the user accepts their warnings. */
  readonly warned: readonly { readonly visit: VisitRow; readonly warnings: readonly string[] }[];
  /** "3 are charged", most frequent first. */
  readonly leftOut: readonly string[];
  /** What was paid on each of these that has payments. For closing only. */
  readonly paid?: readonly Money[];
  /** Of these: taken from somebody who has them now. */
  readonly takenOver: number;
}

export function bulkPlanOf(kind: BulkActionKind, visits: readonly VisitRow[], facts: PlanFacts): BulkPlan {
  const eligible: VisitRow[] = [];
  const left = new Map<string, LeftOut & { count: number }>();
  for (const visit of visits) {
    const why = leftOutOf(kind, visit, facts);
    if (!why) {
      eligible.push(visit);
      continue;
    }
    const known = left.get(why.many);
    if (known) known.count += 1;
    else left.set(why.many, { ...why, count: 1 });
  }
  return {
    total: visits.length,
    visits: eligible,
    warned: eligible.flatMap((visit) => {
      const { warnings = [] } = facts.checks?.get(visit) ?? {};
      return warnings.length === 0 ? [] : [{ visit, warnings }];
    }),
    takenOver: eligible.filter((visit) => {
      const holder = holderOf(visit, facts.now);
      return holder !== undefined && !isSameUser(holder.by, facts.me);
    }).length,
    leftOut: [...left.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ count, one, many }) => counted(count, one, many)),
  };
}
