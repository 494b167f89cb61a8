import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/** SaveMailbox, an extension: whether senders of this service see when the caller first opened their messages. */
export const saveMailbox = defineExtension({
  name: "SaveMailboxRequest",
  effect: "write",
  right: "messages",
  discloses: "no-patient-data",
  request: z.looseObject({ tellsOpened: z.boolean() }),
  response: z.looseObject({ tellsOpened: z.boolean() }),
});
