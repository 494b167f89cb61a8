import type { DraftCharge, DraftEvent, DraftVisit } from "./draft-event.ts";
import { newEvent } from "./new-event.ts";
import type { NewEventSources } from "./new-event.ts";

function unpaid(charge: DraftCharge): DraftCharge {
  const { paid: _paid, arAmount, ...rest } = charge;
  // Nothing is paid on the copy, so what was charged is what is open.
  return arAmount === undefined || arAmount === null ? rest : { ...rest, arAmount: { ...charge.charge } };
}

/**
 * A visit as a new one: new eventId and visitId, today's date, the same charges, diagnoses and links, and what the
 * interface does not know. Left behind, since they belong to the first visit: payments, what was paid, the version,
 * who made it, the audit with its rules log.
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
