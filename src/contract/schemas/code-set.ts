import * as z from "zod/mini";
import { optional } from "#room/contract/primitives/rule.ts";

/**
 * A loaded code set: one fiscal year of one system, a mapping, a starter set, a quarter of procedures, a clinic's own
 * list of codes, or a file of edits of claims (pairs of codes, limits of units).
 */
export const codeSet = z.looseObject({
  /** "ICD-10-CM FY2026"; how the set is named wherever an answer says what it was checked against. */
  name: z.string(),
  kind: z.enum(["codes", "mapping", "starter", "pairs", "limits"]),
  codeSystemName: z.string(),
  fiscalYear: optional(z.number()),
  /** First and last day of service, yyyy-MM-dd; a mapping has none. */
  inForceFrom: optional(z.string()),
  inForceTo: optional(z.string()),
  /** Codes of a list, lines of a mapping, pairs, limits. */
  billable: z.number(),
  headers: z.number(),
  /** The name of the file it was read from. */
  origin: z.string(),
  /** SHA-256 of the unpacked file, in hex. */
  checksum: optional(z.string()),
  importedOn: optional(z.string()),
  importedBy: optional(z.string()),
});
export type CodeSet = z.output<typeof codeSet>;

/** What a set of each kind is counted in. */
export const countedIn = {
  codes: "codes",
  mapping: "lines",
  starter: "codes",
  pairs: "pairs",
  limits: "limits",
} as const satisfies Record<CodeSet["kind"], string>;

/** What whoever uses a publisher's files has accepted. Asked once. */
export const codeNotice = z.looseObject({
  name: z.string(),
  text: z.string(),
  /** The file that it was accepted with, and its SHA-256. */
  origin: z.string(),
  checksum: z.string(),
  acceptedOn: z.string(),
  acceptedBy: z.string(),
});
