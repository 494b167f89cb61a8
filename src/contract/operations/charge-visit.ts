import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";

/**
 * Auto-charge (interface 2.1, 2.10). Not shown by the interface: `result` is true when the visit's invoice exists
 * because of this event, false when it was withheld.
 */
export const chargeVisit = defineOperation({
  name: "BillingAutoChargeChargeVisitRequest",
  path: "/AutoChargeEntry/Billing/ChargedVisit",
  effect: "write",
  right: "visits",
  discloses: "no-patient-data",
  request: z.looseObject({ AutoChargedEvent: autoChargedEvent }),
  response: z.looseObject({ result: z.boolean() }),
  faults: noFaults,
});
