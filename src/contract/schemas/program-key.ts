import * as z from "zod/mini";
import { optional, rule } from "#room/contract/primitives/rule.ts";

/** The number of a key. */
export const keyNumber = z.number().check(
  rule((id) => Number.isSafeInteger(id) && id > 0, {
    code: "GreaterThan",
    message: "must be the number of a key",
  }),
);

/** What names one secret of a key. */
export const secretMark = z.string().check(
  rule((mark) => /^[\w-]{1,40}$/.test(mark), {
    code: "RegularExpression",
    message: "must be the mark of a secret",
  }),
);

/** One secret of a key: the current one, or one of before that still works for a while. */
export const keySecret = z.looseObject({
  /** Names it in the trail's column of sessions; it opens nothing. */
  mark: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: z.string(),
  /** Until then, where it was rotated; absent: as long as its key. */
  worksUntil: optional(z.string()),
  lastUsedAt: optional(z.string()),
});

/** A key by which a program calls, without its secret. */
export const programKey = z.looseObject({
  keyId: z.number(),
  name: z.string(),
  /** Wire names of the operations that it may call. */
  operations: z.array(z.string()),
  /** The practices that it sees; empty: all. */
  practices: z.array(z.string()),
  state: z.enum(["live", "expired", "ended"]),
  createdAt: z.string(),
  createdBy: optional(z.string()),
  expiresAt: z.string(),
  endedAt: optional(z.string()),
  endedBy: optional(z.string()),
  lastUsedAt: optional(z.string()),
  /** The address of its last use. */
  lastUsedFrom: optional(z.string()),
  /** The mark of the current secret, whether or not it works. */
  currentMark: z.string(),
  /** Those that work, the current one first. */
  secrets: z.array(keySecret),
});
export type ProgramKey = z.output<typeof programKey>;

/** Longest life of a key, and longest overlap of a rotation. */
export const keyLimits = { mostDays: 1096, usualDays: 365, mostOverlapHours: 30 * 24, usualOverlapHours: 24 };
