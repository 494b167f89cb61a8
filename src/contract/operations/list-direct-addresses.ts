import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";

/** DirectAddresses, an extension: the signed-in user's own Direct addresses; the first is the one that mail is sent from. */
export const listDirectAddresses = defineOperation({
  name: "DirectAddressesRequest",
  effect: "read",
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({ addresses: z.array(z.string()) }),
  faults: noFaults,
});
