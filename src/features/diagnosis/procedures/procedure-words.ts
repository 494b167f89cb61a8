import { counted } from "#room/contract/primitives/counted.ts";
import { answeringModifiers } from "#room/billing/answering-modifiers.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { UnitLimit, CheckedProcedure } from "#room/contract/operations/claim-checks.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { Tone } from "#room/ui/state-badge.tsx";

interface ProcedureWords {
  readonly tone: Tone;
  readonly state: string;
  readonly meaning: string;
}

export function procedureWords(check: CheckedProcedure): ProcedureWords {
  const { state, inForceFrom, inForceTo, checkedAgainst, reason } = check;
  switch (state) {
    case "valid":
      return reason
        ? { tone: "ok", state: "In effect by its dates", meaning: reason }
        : { tone: "ok", state: "Valid", meaning: "" };
    case "ended":
      return {
        tone: "bad",
        state: "Ended",
        meaning: `Its last day was ${showDate(inForceTo ?? "")}. Payers reject a claim with it on this date.`,
      };
    case "not-yet":
      return {
        tone: "bad",
        state: "Not yet valid",
        meaning: `It begins on ${showDate(inForceFrom ?? "")}. Payers reject a claim with it on this date.`,
      };
    case "unknown":
      return { tone: "bad", state: "Not valid", meaning: `It is not in ${checkedAgainst ?? "the list"}.` };
    default:
      return { tone: "ask", state: "Not checked", meaning: reason ?? "" };
  }
}

/** "04/01/2026 – 09/30/2026", "since 01/01/1997". */
export function inForceWords({ inForceFrom, inForceTo }: CheckedProcedure): string {
  if (inForceTo) return `${inForceFrom ? showDate(inForceFrom) : ""} – ${showDate(inForceTo)}`;
  return inForceFrom ? `since ${showDate(inForceFrom)}` : "";
}

export function limitWords(
  code: string,
  { quarter, hasLimits, limits }: Pick<ResponseOf<"checkClaimEdits">, "quarter" | "hasLimits" | "limits">,
): string {
  if (!hasLimits) return `NCCI unit limits for ${quarter} are not loaded.`;
  const limit = limits.find((one) => one.code === code);
  if (!limit) return `No NCCI unit limit is published for ${quarter}. There may be one that is not public.`;
  const source = `NCCI ${quarter}, ${limit.rationale}`;
  if (limit.units === 0) return `Not paid: its NCCI unit limit is 0 (${source}).`;
  return `At most ${counted(limit.units, "unit")} ${countedWords(limit)} (${source}).`;
}

function countedWords({ adjudicationIndicator }: UnitLimit): string {
  if (adjudicationIndicator === 1) return "on one line";
  return adjudicationIndicator === 2 ? "a day, without exception" : "a day, unless the record shows the need";
}

export function modifierWords(code: string): string {
  return answeringModifiers.has(code)
    ? "It can override an NCCI pair that allows a modifier, if the record shows a separate service."
    : "It can’t override an NCCI pair.";
}
