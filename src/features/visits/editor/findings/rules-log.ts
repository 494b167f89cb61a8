import type { RulesLogDraft } from "#room/features/visits/editor/draft/draft.ts";
import type { FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";

type Row = Pick<RulesLogDraft, "status" | "logLevel" | "message" | "ruleName">;

/** Not shown by the interface: statuses are free text; these words are treated as a failed rule. */
export function isFailed({ status, logLevel }: Row): boolean {
  return /fail|reject|den(?:y|ied)|error|hold|held|stop|withh/i.test(status) || /error|fatal/i.test(logLevel);
}

export function isPassed({ status }: Row): boolean {
  return /pass|ok|success|clear|approv|met/i.test(status);
}

/**
 * The cell a rule refers to, if its text says so: "charge 3", or a procedure or diagnosis code of the visit. Undefined
 * if several match.
 */
export function placeNamed(visit: VisitDraft, row: Row): FieldRef | undefined {
  const text = `${row.ruleName} ${row.message}`;
  const order = visit.order();
  const line = /\b(?:charge|line)s?\s*#?(\d{1,3})\b/i.exec(text)?.[1];
  const byNumber = line === undefined ? undefined : order.charges[Number(line) - 1];
  const member = /modifier/i.test(text)
    ? "modifier"
    : /diagnos|icd|indicated/i.test(text)
      ? "indicatedBy"
      : "cpt";
  if (byNumber !== undefined) return { list: "charges", rowId: byNumber, member };
  const words = new Set(text.toUpperCase().match(/[A-Z0-9]+(?:\.[A-Z0-9]+)?/g));
  const { charges, diagnosis } = visit.draft().rows;
  const named = charges.filter(({ cpt }) => cpt.length >= 5 && words.has(cpt.toUpperCase()));
  const [charge] = named;
  if (charge && named.length === 1) return { list: "charges", rowId: charge.rowId, member };
  const coded = diagnosis.find(
    ({ icd10DiagCode }) => icd10DiagCode.length >= 3 && words.has(icd10DiagCode.toUpperCase()),
  );
  if (coded) return { list: "diagnosis", rowId: coded.rowId, member: "icd10DiagCode" };
  if (/worker|\bwc\b/i.test(text)) return { path: "visitCharged.wcDocFlag" };
  return /authori[sz]ation/i.test(text) ? { path: "visitCharged.authNumberFlag" } : undefined;
}
