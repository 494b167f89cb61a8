import { findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import { isRecord } from "#room/billing/json-record.ts";
import type { ChargeTemplate } from "#room/workspace/storage/kept-value.ts";
import { given } from "#room/contract/keys-of.ts";
import { adoptEvent } from "./adopt-event.ts";
import { isFromSchedule } from "./filled.ts";
import { priceAnew } from "./follow-fee.ts";
import { asObject, type JsonObject } from "./json-object.ts";
import { placeOfVisitName, visitNames } from "./field-ref.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** A price that nobody typed is looked up again, for the payer and the day of the visit it is inserted into. */
export function templateOf(visit: VisitDraft): Pick<ChargeTemplate, "charges" | "diagnoses"> {
  const rowIds = visit.sentRows("charges");
  const { charges = [], diagnosis } = visit.event().visitCharged ?? {};
  const lines = (charges ?? []).map(({ paid: _paid, arAmount: _open, charge, feeId, ...line }, at) => {
    const isFilled = (member: string) => isFromSchedule(visit, rowIds[at] ?? "", member);
    return {
      ...line,
      ...(!isFilled("charge.amount") && given({ charge })),
      ...(!isFilled("feeId") && given({ feeId })),
    };
  });
  return { charges: lines, diagnoses: diagnosis ?? [] };
}

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
    for (const rowId of visit.sentRows("charges").slice(before.length))
      if (visit.text({ list: "charges", rowId, member: "charge.amount" }) === "") priceAnew(visit, rowId);
  });
}
