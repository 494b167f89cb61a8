import { counted } from "#room/contract/primitives/counted.ts";
import { type ClaimLine, claimLinesOf, oneVisitOnly } from "#room/billing/claim-lines.ts";
import { type RuleResult, type VisitRule, clean } from "#room/billing/rule.ts";
import type { UnitLimit } from "#room/contract/operations/claim-checks.ts";

export const unitLimits: VisitRule = {
  id: "unit-limits",
  scope: "visit",
  severity: "warn",
  title: "The units of a code stay within NCCI's limit (MUE), per line or per day as the limit specifies.",
  source: "F19: NCCI Policy Manual, chapter I; the NCCI files of the quarter that the service has loaded",
  check(event, { serviceDate, facts }) {
    const edits = facts.claimEdits;
    if (serviceDate === undefined || edits?.svcDate !== serviceDate || edits.limits.length === 0)
      return clean;
    const lines = claimLinesOf(event);
    return edits.limits.flatMap((limit) => {
      const ofCode = lines.filter(({ code, units }) => code === limit.code && units > 0);
      return limit.units === 0
        ? ofCode.map((line) => notPaid(line, edits.quarter))
        : limit.adjudicationIndicator === 1
          ? overOnLine(ofCode, limit, edits.quarter)
          : overOnDay(ofCode, limit, edits.quarter);
    });
  },
};

function notPaid({ index, code }: ClaimLine, quarter: string): RuleResult {
  return {
    path: ["visitCharged", "charges", index, "cpt"],
    message: `${code} (charge ${index + 1}) isn’t paid: its NCCI unit limit of ${quarter} is 0. ${oneVisitOnly}`,
  };
}

function overOnLine(lines: readonly ClaimLine[], { units: most }: UnitLimit, quarter: string): RuleResult[] {
  return lines
    .filter(({ units }) => units > most)
    .map((line) => ({
      path: ["visitCharged", "charges", line.index, "quantity"],
      message: paragraph(
        `${line.code} (charge ${line.index + 1}) has ${line.units} units; the NCCI limit of ${quarter} is ${unitWords(most)} on one line.`,
        sidesWords([line]) ??
          "More that the record shows go on a line of their own with 59, XE, XS, XP, XU, 76, 77, 91 or a body part.",
      ),
    }));
}

/** The first line over the limit, counting all lines above it. */
function overOnDay(lines: readonly ClaimLine[], limit: UnitLimit, quarter: string): RuleResult[] {
  const results: RuleResult[] = [];
  const named = new Set(lines.map(({ provider }) => provider).filter(Boolean));
  for (const provider of named.size === 0 ? [""] : named) {
    // A line without a provider could be any provider's.
    const ofProvider = lines.filter((line) => line.provider === provider || line.provider === "");
    let sum = 0;
    const over = ofProvider.find(({ units }) => (sum += units) > limit.units);
    if (!over) continue;
    const total = ofProvider.reduce((all, { units }) => all + units, 0);
    const charges = ofProvider.map(({ index }) => index + 1);
    results.push({
      path: ["visitCharged", "charges", over.index, "quantity"],
      message: paragraph(
        `${limit.code} has ${total} units (${chargeWords(charges)}); the NCCI limit of ${quarter} is ${unitWords(limit.units)} a day.`,
        sidesWords(ofProvider),
        exceptionWords(limit),
      ),
    });
  }
  return results;
}

function paragraph(...sentences: readonly (string | undefined)[]): string {
  return [...sentences, oneVisitOnly].filter(Boolean).join(" ");
}

/** A bilateral procedure is one line with 50 and counts as its one unit (MLN SE1422). */
function sidesWords(lines: readonly ClaimLine[]): string | undefined {
  const has = (modifier: string) => lines.some(({ modifiers }) => modifiers.includes(modifier));
  if (!has("50") && !(has("LT") && has("RT"))) return undefined;
  return "If it was done on both sides, bill it on one line with modifier 50 and 1 unit.";
}

function exceptionWords({ adjudicationIndicator }: UnitLimit): string {
  return adjudicationIndicator === 2
    ? "No modifier or record allows more, and the patient can’t be billed for the rest."
    : "More is paid only on appeal, if the record shows the need; the patient can’t be billed for the rest.";
}

function chargeWords(charges: readonly number[]): string {
  if (charges.length === 1) return `charge ${charges[0] ?? ""}`;
  return `charges ${charges.slice(0, -1).join(", ")} and ${charges.at(-1) ?? ""}`;
}

function unitWords(units: number): string {
  return counted(units, "unit");
}
