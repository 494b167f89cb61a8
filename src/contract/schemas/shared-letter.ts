import * as z from "zod/mini";
import { optional } from "#room/contract/primitives/rule.ts";

/** How far a letter to an address of several people is, by their user names. */
export const sharedLetter = z.looseObject({
  address: z.string(),
  readBy: z.array(z.string()),
  /** Who has taken it upon them. */
  takenBy: optional(z.string()),
  /** Who is writing an answer; believed until that instant. */
  answeringBy: optional(z.string()),
  answeringUntil: optional(z.string()),
  answeredBy: optional(z.string()),
  answeredAt: optional(z.string()),
  /** Who archived it, which is for all. */
  archivedBy: optional(z.string()),
});
export type SharedLetter = z.output<typeof sharedLetter>;
