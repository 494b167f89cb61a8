import type { BlockReason, SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { blockWords } from "./plan-words.ts";

/** Sending it can only be answered with "already charged". */
export function isOverFor(plan: SendPlan): boolean {
  return plan.kind === "blocked" && (plan.reason === "charged" || plan.reason === "visit-charged");
}

/** What the forecast uses besides the plan. */
export interface ForecastFacts {
  readonly blocking: number;
  /** Why the audit withholds it; empty when it does not. */
  readonly reason: string;
  readonly hasDate: boolean;
  /** Changed since it was charged. */
  readonly isChanged: boolean;
}

export interface Forecast {
  readonly name: "Invoice" | "If sent now" | "Now";
  readonly kind: "charged" | "withheld" | "answer" | "blocked";
  readonly words: string;
}

function blockedForecast(reason: BlockReason, { blocking, isChanged }: ForecastFacts): Forecast {
  if (reason === "charged") {
    const words = isChanged ? "already charged: changes can’t be sent" : blockWords.charged.forecast;
    return { name: "Invoice", kind: "charged", words };
  }
  if (reason === "already-queued") return { name: "Now", kind: "answer", words: blockWords[reason].forecast };
  const words =
    reason === "blocking-faults"
      ? `can’t be sent: ${blocking === 1 ? "1 problem" : `${blocking} problems`} to fix`
      : blockWords[reason].forecast;
  return { name: "If sent now", kind: "blocked", words };
}

function withheldWords(kind: SendPlan["kind"], reason: string): string {
  const said = kind === "repeat" ? "will be withheld again" : "will be withheld";
  return reason === "" ? said : `${said}: ${reason}`;
}

/** What sending the visit now would lead to, based on the send plan. */
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
  const said = plan.expects === "charged" ? "will be charged" : withheldWords(plan.kind, facts.reason);
  const words = notes.length === 0 ? said : `${said} (${notes.join(", ")})`;
  return { name: "If sent now", kind: plan.expects, words };
}
