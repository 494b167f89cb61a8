import { codeOf, findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import {
  auditShape,
  chargeShape,
  diagnosisShape,
  eventShape,
  newRowId,
  paymentShape,
  rulesLogShape,
  visitShape,
  type DiagnosisDraft,
  type Draft,
  type DraftSource,
  type Link,
  type RecordDraft,
  type Shape,
} from "./draft.ts";
import { asList, asObject } from "./json-object.ts";
import { draftOfRecord } from "./record-draft.ts";

interface Made {
  readonly rows: Map<string, unknown>;
  readonly links: Map<string, unknown>;
}

interface Diagnoses {
  readonly rows: readonly DiagnosisDraft[];
  readonly byText: ReadonlyMap<string, DiagnosisDraft>;
}

function rowsOf<S extends Shape>(
  shape: S,
  list: unknown,
  made: Made,
): (RecordDraft<S> & { readonly rowId: string })[] {
  return asList(list).map((source) => {
    const rowId = newRowId();
    made.rows.set(rowId, source);
    return { ...draftOfRecord(shape, source), rowId };
  });
}

/** The row that a charge's copy of a diagnosis refers to: an equal one first, then one with the same name. */
function rowMeant(
  copy: unknown,
  codes: RecordDraft<typeof diagnosisShape>,
  diagnoses: Diagnoses,
): DiagnosisDraft | undefined {
  const equal = diagnoses.byText.get(JSON.stringify(copy));
  if (equal) return equal;
  const index = findDiagnosis(codes, diagnoses.rows);
  return index === undefined ? undefined : diagnoses.rows[index];
}

function linksOf(copies: unknown, diagnoses: Diagnoses, made: Made): Link[] {
  return asList(copies).map((copy) => {
    const linkId = newRowId();
    made.links.set(linkId, copy);
    const codes = draftOfRecord(diagnosisShape, copy);
    const row = rowMeant(copy, codes, diagnoses);
    return row ? { linkId, to: row.rowId } : { linkId, text: codeOf(codes) || "?" };
  });
}

/** The draft of an event, with the event kept alongside. Accepts any JSON. */
export function draftFromEvent(event: unknown): { draft: Draft; source: DraftSource } {
  const made: Made = { rows: new Map(), links: new Map() };
  const visit = asObject(asObject(event)["visitCharged"]);
  const audit = asObject(asObject(event)["audit"]);
  const diagnosis = rowsOf(diagnosisShape, visit["diagnosis"], made);
  const byText = new Map(
    diagnosis.toReversed().map((row) => [JSON.stringify(made.rows.get(row.rowId)), row]),
  );
  const charges = rowsOf(chargeShape, visit["charges"], made).map((row) => ({
    ...row,
    indicatedBy: linksOf(
      asObject(made.rows.get(row.rowId))["indicatedBy"],
      { rows: diagnosis, byText },
      made,
    ),
  }));
  const draft: Draft = {
    fields: {
      ...draftOfRecord(eventShape, event),
      visitCharged: draftOfRecord(visitShape, visit),
      audit: draftOfRecord(auditShape, audit),
    },
    rows: {
      charges,
      diagnosis,
      payments: rowsOf(paymentShape, visit["payments"], made),
      rulesLogs: rowsOf(rulesLogShape, audit["rulesLogs"], made),
    },
  };
  return { draft, source: { event, ...made, fresh: new Map() } };
}
