import type { CodeLine } from "./code-line.ts";
import type { LoadedSet } from "./loaded-set.ts";
import text from "./starter-set.txt?raw";

/**
 * The codes that urgent care uses most, with their headers, in the official titles. All have the same flag and title in
 * fiscal years 2024 to 2027, so the set answers for those four years; a code it lacks may still be valid. Columns: code
 * 1-7, flag 9, title from 11.
 */
export const starterLines: readonly CodeLine[] = text
  .trimEnd()
  .split("\n")
  .map((line) => ({ code: line.slice(0, 7).trimEnd(), isBillable: line[8] === "1", title: line.slice(10) }));

/** The billable ones: what an urgent-care clerk most likely means. */
export const commonCodes: ReadonlySet<string> = new Set(
  starterLines.filter((line) => line.isBillable).map((line) => line.code),
);

export const starterSet: LoadedSet = {
  name: "ICD-10-CM starter set",
  kind: "starter",
  system: "ICD-10-CM",
  fiscalYear: 0,
  inForceFrom: "2023-10-01",
  inForceTo: "2027-09-30",
  billable: commonCodes.size,
  headers: starterLines.length - commonCodes.size,
  origin: "comes with this server",
  checksum: "",
  importedOn: "",
  importedBy: "",
};

export const starterAdvice = "Check it after you import the official file, or look it up elsewhere.";
