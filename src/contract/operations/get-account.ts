import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/** Whoever needs to know whether there is only one needs no more. */
export const atMostInUse = 20;

/**
 * Account, an extension: the caller's name and rights (see `rights.ts`). Pages use it to decide what to show;
 * each call is still checked on its own.
 */
export const getAccount = defineExtension({
  name: "AccountRequest",
  effect: "read",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  freshMs: 60_000,
  request: z.looseObject({}),
  response: z.looseObject({
    userName: z.string(),
    role: z.string(),
    rights: z.array(z.string()),
    /** The practices whose visits they may see. Absent: all. */
    practices: optional(z.array(z.string())),
    /** For those who see all practices: the practices of the clinic's visits, at most `atMostInUse` of them. */
    practicesInUse: optional(z.array(z.string())),
    /** Everything else is refused until they have a second factor. */
    mustSetUpFactor: optional(z.boolean()),
    /** As in Changes. */
    rightsMark: optional(z.string()),
  }),
});
