import * as z from "zod/mini";
import { optional, rule } from "#room/contract/primitives/rule.ts";

/** A key's number. */
export const keyNumber = z.number().check(
  rule((id) => Number.isSafeInteger(id) && id > 0, {
    code: "GreaterThan",
    message: "must be the number of a key",
  }),
);

/** Identifies one secret of a key. */
export const secretMark = z.string().check(
  rule((mark) => /^[\w-]{1,40}$/.test(mark), {
    code: "RegularExpression",
    message: "must be the mark of a secret",
  }),
);

/** One secret of a key: the current one, or a previous one that still works for a while. */
export const keySecret = z.looseObject({
  /** Identifies it in the trail's session column; it grants no access. */
  mark: z.string(),
  /** The last four characters. */
  hint: z.string(),
  createdAt: z.string(),
  /** When a rotated secret stops working; absent: as long as its key works. */
  worksUntil: optional(z.string()),
  lastUsedAt: optional(z.string()),
});

/** A program's API key, without its secret. */
export const programKey = z.looseObject({
  keyId: z.number(),
  name: z.string(),
  /** Wire names of the operations it may call. */
  operations: z.array(z.string()),
  /** The practices it sees. Empty: all. */
  practices: z.array(z.string()),
  /** `held`: made before a backup was restored; it waits for ConfirmRestored. */
  state: z.enum(["live", "held", "expired", "ended"]),
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
  /** The secrets that work, current one first. */
  secrets: z.array(keySecret),
});
export type ProgramKey = z.output<typeof programKey>;

/** The longest life of a key, and the longest overlap of a rotation. */
export const keyLimits = { maxDays: 1096, usualDays: 365, maxOverlapHours: 30 * 24, usualOverlapHours: 24 };
