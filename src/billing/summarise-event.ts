import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { balanceOf } from "./balance.ts";
import { codeOf } from "./diagnosis-identity.ts";
import type { DraftEvent } from "./draft-event.ts";
import { countFindings } from "./finding.ts";
import type { Facts } from "./facts.ts";
import { outcomeOf } from "./outcome.ts";
import { scrub } from "./scrub.ts";

/** What a list of events needs to know of one without opening it. */
export interface EventSummary {
  readonly visitId: string;
  readonly practiceId: string;
  /** What is charged on all lines, in whole minor units; undefined when the amounts cannot be added. */
  readonly amountMinor: number | undefined;
  readonly currency: string;
  readonly lineCount: number;
  /** Why it will be withheld when it is sent, in plain words; "" when nothing in the audit stands in the way. */
  readonly reason: string;
  /** Findings that stop a send. */
  readonly blocking: number;
  readonly warnings: number;
  /** Made up, to try the console with. */
  readonly isExample?: true;
  /** Words to search by beyond the ids: procedure and diagnosis codes, lower case. */
  readonly text: string;
}

/** One spelling for one id, so that lists can group by it. */
function canonical(id: string | null | undefined): string {
  return id === undefined || id === null ? "" : (canonicalGuid(id) ?? id);
}

/** Summarises an event for a list; cheap enough for thousands of them. */
export function summariseEvent(event: DraftEvent, facts: Facts = {}): EventSummary {
  const visit = event.visitCharged;
  const balance = balanceOf(visit);
  const outcome = outcomeOf(event.audit);
  const { block, warn } = countFindings(scrub(event, facts));
  const words = new Set<string>();
  for (const { cpt } of visit?.charges ?? []) if (typeof cpt === "string") words.add(cpt);
  for (const diagnosis of visit?.diagnosis ?? []) words.add(codeOf(diagnosis));
  return {
    visitId: canonical(visit?.visitId),
    practiceId: canonical(visit?.practiceId),
    amountMinor: balance.unreadable > 0 ? undefined : balance.charges,
    currency: balance.currency,
    lineCount: visit?.charges?.length ?? 0,
    reason: outcome.kind === "withheld" ? outcome.reason : "",
    blocking: block,
    warnings: warn,
    ...(event.isExample === true && { isExample: true }),
    text: [...words].join(" ").toLowerCase(),
  };
}
