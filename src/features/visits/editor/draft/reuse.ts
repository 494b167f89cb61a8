import { findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { FilledCell } from "#room/workspace/storage/draft-lease.ts";
import { isRecord } from "#room/billing/json-record.ts";
import type { ChargeTemplate } from "#room/workspace/storage/kept-value.ts";
import { adoptEvent } from "./adopt-event.ts";
import { filledCells, recallFilled } from "./filled.ts";
import { followFee, priceAnew } from "./follow-fee.ts";
import { asObject, type JsonObject } from "./json-object.ts";
import { dateOfServicePath, placeOfVisitName, visitNames } from "./field-ref.ts";
import { startDraft } from "./start-draft.ts";
import { VisitDraft } from "./visit-draft.ts";

/** A line of this visit, of which nothing is paid: who treats and who pays are the visit's, not those of where it came from. */
function lineFor(visit: VisitDraft, row: unknown): JsonObject {
  const { providerId: _provider, payerId: _payer, ...line } = asObject(structuredClone(row));
  const own = visitNames
    .map((member) => [member, visit.text(placeOfVisitName(member))])
    .filter(([, id]) => id !== "");
  const { charge } = line;
  return { ...line, ...(isRecord(charge) && { arAmount: { ...charge } }), ...Object.fromEntries(own) };
}

export function insertTemplate(visit: VisitDraft, { name, charges, diagnoses }: ChargeTemplate): void {
  const event = visit.event();
  const own = event.visitCharged?.diagnosis ?? [];
  // A template holds rows made by templateOf; anything else in it is kept as JSON.
  const added = diagnoses.map(asObject).filter((row) => findDiagnosis(row, own) === undefined);
  const diagnosis = [...own, ...added.map((row, index) => ({ ...row, priority: own.length + index + 1 }))];
  const before = event.visitCharged?.charges ?? [];
  const lines = [...before, ...charges.map((row) => lineFor(visit, row))];
  const label = `Insert template ${name}`;
  visit.step(label, () => {
    adoptEvent(
      visit,
      { ...event, visitCharged: { ...event.visitCharged, diagnosis, charges: lines } },
      label,
    );
    for (const rowId of visit.sentRows("charges").slice(before.length)) priceAnew(visit, rowId);
  });
}

/** A copied event as a new visit, whose prices that nobody typed are those of its own day; with what is kept beside its draft. */
export function asNewVisit(event: DraftEvent, kept: readonly FilledCell[]) {
  const { draft, source } = startDraft(event);
  const visit = new VisitDraft(draft, source);
  recallFilled(visit, kept);
  visit.amend(() => followFee(visit, { path: dateOfServicePath }));
  return { event: visit.event(), filled: filledCells(visit) };
}
