import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/** SharedMailboxes, an extension: the addresses that several people share, and who does. */
export const listSharedMailboxes = defineExtension({
  name: "SharedMailboxesRequest",
  effect: "read",
  right: "people",
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    mailboxes: z.array(z.looseObject({ address: z.string(), userNames: z.array(z.string()) })),
  }),
});
