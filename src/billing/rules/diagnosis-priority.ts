import { isBlank, numberOf } from "#room/billing/draft-event.ts";
import type { Fix } from "#room/billing/finding.ts";
import { type RuleResult, type VisitRule, clean } from "#room/billing/rule.ts";

export const diagnosisPriority: VisitRule = {
  id: "diagnosis-priority",
  scope: "visit",
  severity: "block",
  title: "Priorities are unique whole numbers from 1 up, without gaps.",
  source: "F10: the order of diagnoses on a claim",
  check(_event, { diagnoses }) {
    const path = (index: number) => ["visitCharged", "diagnosis", index, "priority"];
    const given = diagnoses.flatMap(({ priority }, index) =>
      isBlank(priority) ? [] : [{ priority, index }],
    );
    if (given.length === 0) return clean;
    const fix: Fix = {
      label: "Number them in order",
      edits: diagnoses.map((_, index) => ({ kind: "set", path: path(index), value: index + 1 })),
    };
    const results: RuleResult[] = [];
    const seen = new Set<number>();
    for (const { priority, index } of given) {
      const value = numberOf(priority) ?? 0;
      if (!Number.isInteger(value) || value < 1) {
        const message = `Priority ${String(priority)} isn’t a whole number from 1 up.`;
        results.push({ path: path(index), message, fix });
      } else if (seen.has(value)) {
        results.push({ path: path(index), message: `Priority ${value} is used twice.`, fix });
      } else seen.add(value);
    }
    if (results.length > 0) return results;
    const wanted = Array.from({ length: given.length }, (_, index) => index + 1);
    const missing = wanted.find((value) => !seen.has(value));
    if (missing === undefined && given.length === diagnoses.length) return clean;
    const bare = diagnoses.findIndex(({ priority }) => isBlank(priority));
    const message =
      missing === undefined ? "This diagnosis has no priority." : `Priority ${missing} is skipped.`;
    return [
      { path: path(missing === undefined ? bare : (given[0]?.index ?? 0)), severity: "warn", message, fix },
    ];
  },
};
