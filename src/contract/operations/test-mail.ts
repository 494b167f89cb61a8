import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * TestMail, an extension: sends a mail from the caller's first address to that address, by way of the mail service.
 * GetMailSettings tells how far it came.
 */
export const testMail = defineExtension({
  name: "TestMailRequest",
  effect: "write",
  right: "clinic",
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({ address: z.string() }),
});
