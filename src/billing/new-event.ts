import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { DraftCharge, DraftEvent } from "./draft-event.ts";

/** The external inputs of a new event, which keep this folder pure. */
export interface NewEventSources {
  /** `() => crypto.randomUUID()` in the browser. */
  readonly uuid: () => string;
  /** Today in the user's time zone, `yyyy-MM-dd`. */
  readonly today: string;
  readonly practiceId?: string;
  /** The user creating it, for createdId. */
  readonly createdId?: string;
  /** Default "USD". */
  readonly currency?: string;
}

/** An empty charge line. Provider, payer and links are copied from the row above, if given. */
function newCharge(currency: string, above?: DraftCharge): DraftCharge {
  const taken: Record<string, unknown> = {};
  for (const member of ["providerId", "payerId", "indicatedBy"] as const)
    if (above?.[member] !== undefined) taken[member] = above[member];
  return {
    ...taken,
    cpt: "",
    modifier: [],
    quantity: 1,
    charge: { currency },
    indicatedBy: above?.indicatedBy ?? [],
    billtoPayer: above?.billtoPayer ?? true,
    billable: above?.billable ?? true,
  };
}

/** A new visit with one empty charge line, cleared for charging, with new eventId and visitId. */
export function newEvent(sources: NewEventSources): DraftEvent {
  const { uuid, today, practiceId = "", createdId, currency = "USD" } = sources;
  return {
    eventId: guidFromUuid(uuid()),
    visitCharged: {
      visitId: guidFromUuid(uuid()),
      practiceId,
      charges: [newCharge(currency)],
      diagnosis: [],
      payments: [],
      ...(createdId === undefined ? {} : { createdId }),
      createdOn: today,
    },
    audit: {
      rulesLogs: [],
      manualReviewNeeded: false,
      stopProcessing: false,
      canAutoCharge: true,
      canAutoCode: false,
    },
  };
}
