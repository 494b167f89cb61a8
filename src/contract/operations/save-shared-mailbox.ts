import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/** The most people of one shared address. */
export const mostSharers = 100;

/**
 * SaveSharedMailbox, an extension: who shares a Direct address from now on; nobody: it is given up. Who is new also gets
 * the letters that came to it before, who leaves keeps those that came. 409 `AddressTaken` for a person's own address,
 * `SharersChanged` when others share it than `seen`.
 */
export const saveSharedMailbox = defineExtension({
  name: "SaveSharedMailboxRequest",
  effect: "write",
  right: "people",
  discloses: "no-patient-data",
  request: z.looseObject({
    address: text(1000),
    userNames: z.array(text(1000)),
    seen: optional(z.array(text(1000))),
  }),
  response: z.looseObject({ address: z.string(), userNames: z.array(z.string()) }),
});
