import { counted } from "#room/contract/primitives/counted.ts";
import type { BlockReason, SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { blockWords } from "./plan-words.ts";

export interface ForecastFacts {
  readonly blocking: number;
  /** Why the audit withholds it; empty when it does not. */
  readonly reason: string;
  readonly hasDate: boolean;
  /** Changed since it was charged. */
  readonly isChanged: boolean;
  /** The reason is what the rules engine said before the visit was changed here. */
  readonly isMarkOld: boolean;
  /** False while the service has not said who has the visit. */
  readonly isClaimKnown: boolean;
  /** Another charge has taken the place of this one. */
  readonly isSuperseded: boolean;
}

/** Whatever is done here, it is never sent. */
const isNever: ReadonlySet<BlockReason> = new Set([
  "visit-charged",
  "visit-corrected",
  "corrected-elsewhere",
  "replaced",
  "example",
  "not-found",
]);

export interface Forecast {
  readonly name: "Invoice" | "If sent now" | "Now";
  readonly kind: "charged" | "withheld" | "answer" | "blocked";
  readonly words: string;
}

function blockedForecast(reason: BlockReason, facts: ForecastFacts): Forecast {
  const { blocking, isChanged, isSuperseded, isClaimKnown } = facts;
  if (reason === "voided" || (reason === "charged" && isSuperseded)) {
    const words = reason === "voided" ? blockWords.voided.forecast : "corrected since";
    return { name: "Invoice", kind: "blocked", words };
  }
  if (reason === "charged") {
    const words = isChanged ? "already charged: changes can’t be sent" : blockWords.charged.forecast;
    return { name: "Invoice", kind: "charged", words };
  }
  if (reason === "unexplained" && blocking === 0)
    return { name: "If sent now", kind: "charged", words: blockWords.unexplained.forecast };
  if (isNever.has(reason)) return { name: "Now", kind: "blocked", words: blockWords[reason].forecast };
  if (reason === "already-queued") return { name: "Now", kind: "answer", words: blockWords[reason].forecast };
  if (reason === "not-taken" && !isClaimKnown)
    return { name: "If sent now", kind: "blocked", words: "can’t be sent until we know who has this visit" };
  const words =
    reason === "blocking-faults" || reason === "unexplained"
      ? `can’t be sent: ${counted(blocking, "problem")} to fix`
      : blockWords[reason].forecast;
  return { name: "If sent now", kind: "blocked", words };
}

function withheldWords(kind: SendPlan["kind"], { reason, isMarkOld }: ForecastFacts): string {
  if (isMarkOld)
    return `will be withheld until you approve it: the rules engine said “${reason}” before your changes`;
  const said = kind === "repeat" ? "will be withheld again" : "will be withheld";
  return reason === "" ? said : `${said}: ${reason}`;
}

export function forecastOf(plan: SendPlan, facts: ForecastFacts): Forecast {
  if (plan.kind === "blocked") return blockedForecast(plan.reason, facts);
  if (plan.expects === "answer")
    return {
      name: "If sent now",
      kind: "answer",
      words: "goes again as it was, to find out if it was charged",
    };
  const notes = [
    ...(plan.kind === "correct" ? ["as a corrected version"] : []),
    ...(facts.hasDate ? [] : ["without a date of service"]),
  ];
  const said = plan.expects === "charged" ? "will be charged" : withheldWords(plan.kind, facts);
  const words = notes.length === 0 ? said : `${said} (${notes.join(", ")})`;
  return { name: "If sent now", kind: plan.expects, words };
}
