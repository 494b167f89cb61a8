import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { DraftEvent } from "./draft-event.ts";

/** The external inputs of a new event, which keep this folder pure. */
export interface NewEventSources {
  /** `() => crypto.randomUUID()` in the browser. */
  readonly uuid: () => string;
  /** Today in the user's time zone, `yyyy-MM-dd`. */
  readonly today: string;
  readonly practiceId?: string;
  /** The user creating it, for createdId. */
  readonly createdId?: string;
}

const emptyCharge = () => ({
  cpt: "",
  modifier: [],
  quantity: 1,
  charge: { currency: "USD" },
  indicatedBy: [],
  billtoPayer: true,
  billable: true,
});

/** A new visit with one empty charge line, approved for billing, with new eventId and visitId. */
export function newEvent(sources: NewEventSources): DraftEvent {
  const { uuid, today, practiceId = "", createdId } = sources;
  return {
    eventId: guidFromUuid(uuid()),
    visitCharged: {
      visitId: guidFromUuid(uuid()),
      practiceId,
      charges: [emptyCharge()],
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
