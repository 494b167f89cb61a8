import * as z from "zod/mini";
import { optional } from "#room/contract/primitives/rule.ts";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * DirectAddresses, an extension: the signed-in user's own Direct addresses, of which mail is sent from the first, and
 * whom else at the clinic one can write to.
 */
export const listDirectAddresses = defineExtension({
  name: "DirectAddressesRequest",
  effect: "read",
  right: "messages",
  discloses: "no-patient-data",
  freshMs: 600_000,
  request: z.looseObject({}),
  response: z.looseObject({
    addresses: z.array(z.string()),
    /** Everybody's and shared ones; the name only where one is known. Absent: the service does not tell. */
    clinic: optional(z.array(z.looseObject({ address: z.string(), name: optional(z.string()) }))),
    /** Whether senders here see when the caller opened their messages. Absent: the service does not tell anybody. */
    tellsOpened: optional(z.boolean()),
  }),
});
