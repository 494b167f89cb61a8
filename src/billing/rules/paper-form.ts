import { type VisitRule, clean } from "#room/billing/rule.ts";

export const paperForm: VisitRule = {
  id: "paper-form",
  scope: "visit",
  severity: "note",
  title: "The paper form has six lines: a longer visit needs more than one sheet.",
  source: "F27: CMS-1500 guides; print only",
  check(event, { limits: { linesOnPaper } }) {
    const count = event.visitCharged?.charges?.length ?? 0;
    if (count <= linesOnPaper) return clean;
    const sheets = Math.ceil(count / linesOnPaper);
    const message = `On paper, ${count} lines take ${sheets} forms of ${linesOnPaper} lines each. Sending isn’t affected.`;
    return [{ path: ["visitCharged", "charges", linesOnPaper], message }];
  },
};
