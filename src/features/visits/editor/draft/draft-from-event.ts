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
  type ChargeDraft,
  type DiagnosisDraft,
  type Draft,
  type DraftSource,
  type Link,
  type RowDraft,
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

function rowsOf<R extends RowDraft>(shape: Shape, list: unknown, made: Made): R[] {
  return asList(list).map((source) => {
    const rowId = newRowId();
    made.rows.set(rowId, source);
    // draftOfRecord gives what the shape says, and R is the type of that shape.
    return { ...draftOfRecord(shape, source), rowId } as unknown as R;
  });
}

/** The row that a charge's copy of a diagnosis means: an equal one first, then one of the same name. */
function rowMeant(copy: unknown, codes: DiagnosisDraft, diagnoses: Diagnoses): DiagnosisDraft | undefined {
  const equal = diagnoses.byText.get(JSON.stringify(copy));
  if (equal) return equal;
  const index = findDiagnosis(codes, diagnoses.rows);
  return index === undefined ? undefined : diagnoses.rows[index];
}

function linksOf(copies: unknown, diagnoses: Diagnoses, made: Made): Link[] {
  return asList(copies).map((copy) => {
    const linkId = newRowId();
    made.links.set(linkId, copy);
    // A record of the diagnosis shape is a DiagnosisDraft but for its row id, which is not read here.
    const codes = draftOfRecord(diagnosisShape, copy) as unknown as DiagnosisDraft;
    const row = rowMeant(copy, codes, diagnoses);
    return row ? { linkId, to: row.rowId } : { linkId, text: codeOf(codes) || "?" };
  });
}

/** The draft of an event, and the event kept beside it. Anything that is JSON is accepted. */
export function draftFromEvent(event: unknown): { draft: Draft; source: DraftSource } {
  const made: Made = { rows: new Map(), links: new Map() };
  const visit = asObject(asObject(event)["visitCharged"]);
  const audit = asObject(asObject(event)["audit"]);
  const diagnosis = rowsOf<DiagnosisDraft>(diagnosisShape, visit["diagnosis"], made);
  const byText = new Map(
    diagnosis.toReversed().map((row) => [JSON.stringify(made.rows.get(row.rowId)), row]),
  );
  const charges = rowsOf<ChargeDraft>(chargeShape, visit["charges"], made).map((row) => ({
    ...row,
    indicatedBy: linksOf(
      asObject(made.rows.get(row.rowId))["indicatedBy"],
      { rows: diagnosis, byText },
      made,
    ),
  }));
  const draft = {
    ...draftOfRecord(eventShape, event),
    visitCharged: {
      ...draftOfRecord(visitShape, visit),
      charges,
      diagnosis,
      payments: rowsOf(paymentShape, visit["payments"], made),
    },
    audit: {
      ...draftOfRecord(auditShape, audit),
      rulesLogs: rowsOf(rulesLogShape, audit["rulesLogs"], made),
    },
  };
  // The records hold what their shapes say; Draft is written from the same shapes.
  return { draft: draft as unknown as Draft, source: { event, ...made, fresh: new Map() } };
}
