import {
  auditShape,
  chargeShape,
  diagnosisShape,
  eventShape,
  isPristine,
  listShapes,
  visitShape,
  type ChargeDraft,
  type Draft,
  type DraftSource,
  type ListName,
  type RowDraft,
} from "./draft.ts";
import { asObject, withMembers, type JsonObject } from "./json-object.ts";
import { followRecord, recordOfDraft } from "./record-draft.ts";

/** The currency of a visit that gives none. */
export const usualCurrency = "USD";

/** The visit's currency: the first one given, else the usual one. */
export function currencyOf({ rows }: Draft): string {
  for (const row of rows.charges) {
    for (const sum of [row.charge, row.paid, row.arAmount])
      if (sum.currency.trim() !== "") return sum.currency.trim();
  }
  return (
    rows.payments.find((row) => row.amount.currency.trim() !== "")?.amount.currency.trim() ?? usualCurrency
  );
}

/** The wire list; the original list if every item is unchanged. */
function listValue(items: readonly unknown[], original: unknown): unknown {
  if (items.length === 0 && !(Array.isArray(original) && original.length > 0)) return original;
  if (!Array.isArray(original) || original.length !== items.length) return items;
  return items.every((item, index) => item === original[index]) ? original : items;
}

/** Turns draft rows into wire objects. Made once per version of the visit, used for each of its rows. */
export class RowWriter {
  readonly #draft: Draft;
  readonly #source: DraftSource;
  readonly #currency: string;
  readonly #diagnoses: ReadonlyMap<string, { before: unknown; after: JsonObject }>;

  constructor(draft: Draft, source: DraftSource) {
    this.#draft = draft;
    this.#source = source;
    this.#currency = currencyOf(draft);
    this.#diagnoses = new Map(
      draft.rows.diagnosis.map((row) => {
        const before = source.rows.get(row.rowId);
        return [
          row.rowId,
          { before, after: asObject(recordOfDraft(diagnosisShape, row, before, this.#currency)) },
        ];
      }),
    );
  }

  #link(link: ChargeDraft["indicatedBy"][number]): unknown {
    const copy = this.#source.links.get(link.linkId);
    const row = link.to === undefined ? undefined : this.#diagnoses.get(link.to);
    const cameIn = this.#source.links.has(link.linkId);
    if (!row) return cameIn ? copy : { icd10DiagCode: link.text ?? "" };
    return cameIn ? followRecord(diagnosisShape, row.before, row.after, copy) : row.after;
  }

  charge(row: ChargeDraft): unknown {
    const source = this.#source.rows.get(row.rowId);
    const result = recordOfDraft(chargeShape, row, source, this.#currency);
    const original = asObject(source)["indicatedBy"];
    const links = listValue(
      row.indicatedBy.map((link) => this.#link(link)),
      original,
    );
    if (links === original) return result;
    const emptied = Array.isArray(links) && links.length === 0 && original === undefined;
    return withMembers(asObject(result), { indicatedBy: emptied ? undefined : links });
  }

  row(list: ListName, row: RowDraft): unknown {
    if ("indicatedBy" in row) return this.charge(row);
    return recordOfDraft(listShapes[list], row, this.#source.rows.get(row.rowId), this.#currency);
  }

  event(rowValue: (list: ListName, row: RowDraft) => unknown = (list, row) => this.row(list, row)): unknown {
    const { fields, rows } = this.#draft;
    const drafts: Readonly<Record<ListName, readonly RowDraft[]>> = rows;
    const event = asObject(this.#source.event);
    const list = (name: ListName, original: unknown) =>
      listValue(
        drafts[name].filter((row) => !isPristine(row, this.#source)).map((row) => rowValue(name, row)),
        original,
      );
    const visit = asObject(event["visitCharged"]);
    const audit = asObject(event["audit"]);
    const newVisit = withMembers(
      asObject(recordOfDraft(visitShape, fields.visitCharged, visit, this.#currency)),
      {
        charges: list("charges", visit["charges"]),
        diagnosis: list("diagnosis", visit["diagnosis"]),
        payments: list("payments", visit["payments"]),
      },
    );
    const newAudit = withMembers(asObject(recordOfDraft(auditShape, fields.audit, audit, this.#currency)), {
      rulesLogs: list("rulesLogs", audit["rulesLogs"]),
    });
    const top = recordOfDraft(eventShape, fields, this.#source.event, this.#currency);
    const object = asObject(top);
    const result = withMembers(object, {
      visitCharged: newVisit === visit ? event["visitCharged"] : newVisit,
      audit: newAudit === audit ? event["audit"] : newAudit,
    });
    return result === object ? top : result;
  }
}
