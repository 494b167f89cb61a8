import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { DraftCharge, DraftEvent } from "./draft-event.ts";

/** What a new event takes from outside, so that this room stays pure. */
export interface NewEventSources {
  /** `() => crypto.randomUUID()` in the browser. */
  readonly uuid: () => string;
  /** Today where the clerk sits, `yyyy-MM-dd`. */
  readonly today: string;
  readonly practiceId?: string;
  /** Who makes it, for createdId. */
  readonly createdId?: string;
  /** "USD" when absent. */
  readonly currency?: string;
}

/** A charge line with nothing typed yet. It takes provider, payer and links from the row above, where one is given. */
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

/** A visit charge to be typed in: one empty line, cleared for charging, with new eventId and visitId. */
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
