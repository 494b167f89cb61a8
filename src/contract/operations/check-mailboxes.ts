import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { rule, text } from "#room/contract/primitives/rule.ts";

/** As many as a message may have recipients. */
export const maxMailboxes = 1000;

/** MailboxesCheck, an extension: which of these addresses nobody at this service has. Asked when one is typed. */
export const checkMailboxes = defineExtension({
  name: "MailboxesCheckRequest",
  effect: "read",
  right: "messages",
  discloses: "no-patient-data",
  freshMs: 60_000,
  timeLimitMs: 10_000,
  request: z.looseObject({
    addresses: z.array(text(320)).check(
      rule((list) => list.length <= maxMailboxes, {
        code: "Length",
        message: `must have at most ${maxMailboxes} addresses`,
      }),
    ),
  }),
  response: z.looseObject({ missing: z.array(z.string()) }),
});
