import { answerOf, eitherLineFrom } from "#room/billing/answering-modifiers.ts";
import { type ClaimLine, claimLinesOf, mayBeSameProvider, oneVisitOnly } from "#room/billing/claim-lines.ts";
import type { Fix } from "#room/billing/finding.ts";
import { linksOf } from "#room/billing/diagnosis-identity.ts";
import { isEvaluation } from "#room/billing/procedure-code.ts";
import { type RuleResult, type ScrubContext, type VisitRule, clean } from "#room/billing/rule.ts";
import type { ClaimPair } from "#room/contract/operations/claim-checks.ts";

export const pairEdits: VisitRule = {
  id: "pair-edits",
  scope: "visit",
  severity: "warn",
  title:
    "Two codes of one provider that NCCI does not pay together have a modifier that allows both, if one can.",
  source: "F15: NCCI Policy Manual, chapter I; the NCCI files of the quarter that the service has loaded",
  check(event, context) {
    const { serviceDate, facts } = context;
    const edits = facts.claimEdits;
    if (serviceDate === undefined || edits?.svcDate !== serviceDate || edits.pairs.length === 0) return clean;
    const lines = claimLinesOf(event);
    return edits.pairs.flatMap((pair) => {
      const first = lines.filter(({ code }) => code === pair.column1);
      const second = lines.filter(({ code }) => code === pair.column2);
      // An unpaid line is reported once, with the first line that bundles it.
      return second.flatMap((line) => {
        const results = first
          .filter((other) => other !== line)
          .flatMap((other) => resultOf({ pair, other, line, serviceDate, quarter: edits.quarter }, context));
        return results.find(({ severity }) => severity !== "note") ?? results.slice(0, 1);
      });
    });
  },
};

interface Pairing {
  readonly pair: ClaimPair;
  readonly other: ClaimLine;
  /** The column 2 line, which is not paid. */
  readonly line: ClaimLine;
  readonly serviceDate: string;
  readonly quarter: string;
}

function resultOf(pairing: Pairing, context: ScrubContext): RuleResult[] {
  const { pair, other, line, serviceDate, quarter } = pairing;
  const mayAnswer = pair.modifierIndicator === 1;
  const answer = mayAnswer
    ? answerOf({ column1: other.modifiers, column2: line.modifiers, serviceDate })
    : "open";
  if (answer === "answered") return [];
  const isOneProvider = mayBeSameProvider(other, line);
  const member = mayAnswer ? "modifier" : "cpt";
  const message = [
    `${line.code} (charge ${line.index + 1}) isn’t paid with ${other.code} (charge ${other.index + 1}) for the same provider and day: NCCI pairs of ${quarter}, “${pair.rationale}”.`,
    mayAnswer ? answerWords(answer, line, serviceDate) : "No modifier allows both.",
    isOneProvider ? "" : "The two charges name different providers, so it may not apply.",
    oneVisitOnly,
  ];
  const fix = mayAnswer ? fixOf(pairing, context) : undefined;
  return [
    {
      path: ["visitCharged", "charges", line.index, member],
      message: message.filter((sentence) => sentence !== "").join(" "),
      ...(isOneProvider ? {} : { severity: "note" }),
      ...(fix ? { fix } : {}),
    },
  ];
}

function answerWords(answer: "same-part" | "open", line: ClaimLine, serviceDate: string): string {
  if (answer === "same-part") return "Both name the same body part, which usually doesn’t allow both.";
  const distinct = "59, XE, XS, XP or XU";
  const others = "a body part (LT, RT, F1 …), or 25 on a visit";
  if (serviceDate >= eitherLineFrom)
    return `If the record shows a separate service, one of these modifiers on either charge allows both: ${distinct}, ${others}.`;
  return `If the record shows a separate service, one of these modifiers allows both: ${distinct} on charge ${line.index + 1}; on either charge ${others}.`;
}

/** Only fixes that the event itself supports: two providers, or a visit with its own diagnosis. */
function fixOf({ other, line }: Pairing, { diagnoses, limits }: ScrubContext): Fix | undefined {
  const adding = (modifier: string, { index, modifiers }: ClaimLine): Fix | undefined =>
    modifiers.length < limits.modifiersPerCharge
      ? {
          label: `Add ${modifier} to charge ${index + 1}`,
          kind: `Add ${modifier}`,
          edits: [
            {
              kind: "set",
              path: ["visitCharged", "charges", index, "modifier"],
              value: [...modifiers, modifier],
            },
          ],
        }
      : undefined;
  if (!mayBeSameProvider(other, line)) return adding("XP", line);
  const [visit, procedure] = isEvaluation(line.code) ? [line, other] : [other, line];
  if (!isEvaluation(visit.code) || isEvaluation(procedure.code)) return undefined;
  const linked = new Set(linksOf(procedure.charge, diagnoses).map(({ index }) => index));
  const hasOwn = linksOf(visit.charge, diagnoses).some(
    ({ index }) => index !== undefined && !linked.has(index),
  );
  return linked.size > 0 && hasOwn ? adding("25", visit) : undefined;
}
