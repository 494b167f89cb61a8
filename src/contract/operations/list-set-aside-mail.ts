import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/** A letter from elsewhere that was not simply delivered. */
export const setAsideLetter = z.looseObject({
  letterId: z.number(),
  at: z.string(),
  /**
   * "set aside": nobody has it here. "id reused": delivered and marked, since an earlier letter has its Message-ID.
   * "repeated": its mailboxes have this very letter.
   */
  outcome: z.enum(["set aside", "id reused", "repeated"]),
  /** The end of a sentence. */
  reason: z.string(),
  /** Its From line, as it stands there. */
  sender: z.string(),
  /** In bytes. */
  size: z.number(),
  /** The original can be saved. */
  hasOriginal: z.boolean(),
});
export type SetAsideLetter = z.output<typeof setAsideLetter>;

/** SetAsideMail, an extension: the newest letters from elsewhere that were not simply delivered. */
export const listSetAsideMail = defineExtension({
  name: "SetAsideMailRequest",
  effect: "read",
  right: "people",
  discloses: "no-patient-data",
  freshMs: 10_000,
  timeLimitMs: 30_000,
  request: z.looseObject({}),
  response: z.looseObject({ letters: z.array(setAsideLetter) }),
});
