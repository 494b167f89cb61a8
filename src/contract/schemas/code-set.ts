import * as z from "zod/mini";
import { optional } from "#room/contract/primitives/rule.ts";

/**
 * A loaded code set: one fiscal year of one system, a mapping, a starter set, a quarter of procedures, a
 * clinic's own code list, or a file of claim edits (code pairs or unit limits).
 */
export const codeSet = z.looseObject({
  /** For example "ICD-10-CM FY2026"; the name used wherever an answer says what it was checked against. */
  name: z.string(),
  kind: z.enum(["codes", "mapping", "starter", "pairs", "limits"]),
  codeSystemName: z.string(),
  fiscalYear: optional(z.number()),
  /** First and last date of service, yyyy-MM-dd; a mapping has none. */
  inForceFrom: optional(z.string()),
  inForceTo: optional(z.string()),
  /** Codes of a list, lines of a mapping, pairs or limits. */
  billable: z.number(),
  headers: z.number(),
  /** The name of the source file. */
  origin: z.string(),
  /** SHA-256 of the unpacked file, in hex. */
  checksum: optional(z.string()),
  importedOn: optional(z.string()),
  importedBy: optional(z.string()),
});
export type CodeSet = z.output<typeof codeSet>;

/** The unit each kind of set is counted in. */
export const countedIn = {
  codes: "code",
  mapping: "line",
  starter: "code",
  pairs: "pair",
  limits: "limit",
} as const satisfies Record<CodeSet["kind"], string>;

/** A publisher's notice that somebody has accepted. Asked once. */
export const codeNotice = z.looseObject({
  name: z.string(),
  text: z.string(),
  /** The file it was accepted with, and its SHA-256. */
  origin: z.string(),
  checksum: z.string(),
  acceptedOn: z.string(),
  acceptedBy: z.string(),
});
