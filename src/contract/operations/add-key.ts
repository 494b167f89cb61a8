import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, requiredText, rule, text } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { programKey } from "#room/contract/schemas/program-key.ts";

const maxNamed = 100;
const few = rule<readonly unknown[]>((list) => list.length <= maxNamed, {
  code: "Length",
  message: `must be at most ${maxNamed}`,
});

/**
 * AddKey, an extension: creates an API key for a program. The secret is returned once and never stored;
 * programs send it as `Authorization: Bearer` or `X-ss-id`. 409 `KeyNameTaken` when another key has the name.
 */
export const addKey = defineExtension({
  name: "AddKeyRequest",
  effect: "write",
  right: "keys",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({
    /** The program's name in the audit log and on visits, such as `Rules engine`. */
    name: requiredText(60),
    /** Wire names of the operations it may call. */
    operations: z.array(text(100)).check(few),
    /** The practices it may see. Absent or empty: all that the caller may see. */
    practices: optional(z.array(requiredGuid).check(few)),
    /** Absent: a year from now. */
    expiresAt: optional(wireDateTime),
  }),
  response: z.looseObject({ key: programKey, secret: z.string() }),
});
