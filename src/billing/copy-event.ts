import type { DraftCharge, DraftEvent, DraftVisit } from "./draft-event.ts";
import { newEvent, type NewEventSources } from "./new-event.ts";

function unpaid(charge: DraftCharge): DraftCharge {
  const { paid: _paid, arAmount, ...rest } = charge;
  // Nothing is paid on the copy, so the full charge is outstanding.
  return arAmount === undefined || arAmount === null ? rest : { ...rest, arAmount: { ...charge.charge } };
}

/**
 * Copies a visit as a new one: new eventId and visitId, the sources' date, the same charges, diagnoses, links and
 * unknown members. Payments, paid amounts, the version, the creator, and the audit with its rules log belong to the original
 * and are left out.
 */
export function copyEvent(event: DraftEvent, sources: NewEventSources): DraftEvent {
  const fresh = newEvent(sources);
  const {
    payments: _payments,
    version: _version,
    createdUserNumber: _number,
    ...kept
  } = event.visitCharged ?? {};
  const { createdId: _createdId, ...visit } = kept;
  const copied: DraftVisit = {
    ...visit,
    ...fresh.visitCharged,
    practiceId: event.visitCharged?.practiceId ?? fresh.visitCharged?.practiceId ?? "",
    charges: (event.visitCharged?.charges ?? []).map(unpaid),
    diagnosis: event.visitCharged?.diagnosis ?? [],
  };
  return { ...event, ...fresh, visitCharged: copied };
}
