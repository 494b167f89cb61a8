import { findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import { isRecord } from "#room/billing/json-record.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { ChargeTemplate } from "#room/workspace/storage/kept-value.ts";
import { adoptEvent } from "./adopt-event.ts";
import { asObject, type JsonObject } from "./json-object.ts";
import { placeOfVisitName, visitNames } from "./field-ref.ts";
import type { VisitDraft } from "./visit-draft.ts";

export function templateOf({ visitCharged }: DraftEvent): Pick<ChargeTemplate, "charges" | "diagnoses"> {
  const charges = (visitCharged?.charges ?? []).map(({ paid: _paid, arAmount: _open, ...charge }) => charge);
  return { charges, diagnoses: visitCharged?.diagnosis ?? [] };
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
  const lines = [...(event.visitCharged?.charges ?? []), ...charges.map((row) => lineFor(visit, row))];
  adoptEvent(
    visit,
    { ...event, visitCharged: { ...event.visitCharged, diagnosis, charges: lines } },
    `Insert template ${name}`,
  );
}
