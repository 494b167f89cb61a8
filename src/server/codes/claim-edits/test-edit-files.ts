import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";

/** For tests: made-up claim edits in the official layout, over level II codes. */
const pairsHead = [
  "CPT only copyright 2025 American Medical Association.  All rights reserved.\t\t\t\t\t\t",
  "Column1/Column2 Edits\t\t\t\t\t\t",
  "Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale",
  "\t\tprior to 1996\tDate\tDate\t0=not allowed\t",
  "\t\t\t\t*=no data\t1=allowed\t",
  "\t\t\t\t\t9=not applicable\t",
];

/** The six columns of a pair, with a default rationale. */
export type SmallPair = readonly [string, string, string, string, string, string?];

export function pairsFile(
  pairs: readonly SmallPair[],
  { name = "ccipra-v323r0-f1.TXT", head = pairsHead } = {},
): PlainFile {
  const lines = pairs.map(
    ([first, second, from, to, indicator, rationale = "Mutually exclusive procedures"]) =>
      [first, second, "", from, to, indicator, rationale].join("\t"),
  );
  return { name, bytes: Buffer.from([...head, ...lines, ""].join("\r\n"), "latin1") };
}

const notice =
  '"Current Procedural Terminology (CPT) codes are copyright 2025 American Medical Association. \n\nFee schedules are ""not"" part of CPT.",,,';
const limitsHead =
  '"HCPCS/\nCPT Code",Practitioner Services MUE Values,MUE Adjudication Indicator,MUE Rationale';

export function limitsFile(
  lines: readonly string[],
  { name = "MCR_MUE_PractitionerServices_Eff_10-01-2026.csv", head = [notice, limitsHead] } = {},
): PlainFile {
  return { name, bytes: Buffer.from([...head, ...lines, ""].join("\n"), "latin1") };
}

export const smallPairs: readonly SmallPair[] = [
  ["G0168", "A6402", "20200101", "*", "0"],
  ["G0168", "J2001", "20150101", "20260930", "1"],
  // Deleted as of its first day.
  ["G0168", "J3301", "20200101", "20200101", "9"],
  ["L3908", "Q4021", "20200101", "*", "1"],
  // Ended, and started again.
  ["J1885", "A4206", "20150101", "20191231", "0"],
  ["J1885", "A4206", "20200101", "20261115", "1"],
];

export const smallLimits: readonly string[] = [
  "J1885,4,3 Date of Service Edit: Clinical,Prescribing Information",
  "G0168,2,2 Date of Service Edit: Policy,Nature of Service/Procedure",
  "L3908,2,1 Line Edit,Anatomic Consideration",
  'A4206,0,2 Date of Service Edit: Policy,"Code Descriptor, bundled"',
];
