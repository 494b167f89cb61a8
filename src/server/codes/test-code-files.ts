import type { PlainFile } from "./unpack-code-file.ts";

/** For tests: small files in the official format. */
export type SmallCode = readonly [code: string, flag: "0" | "1", title: string];

export function orderLine(number: number, [code, flag, title]: SmallCode): string {
  const short = title.slice(0, 60).padEnd(60);
  return `${String(number).padStart(5, "0")} ${code.padEnd(7)} ${flag} ${short} ${title}`;
}

export function orderFile(year: number, codes: readonly SmallCode[], end = "\r\n"): PlainFile {
  const text = codes.map((code, index) => orderLine(index + 1, code) + end).join("");
  return { name: `icd10cm_order_${year}.txt`, bytes: Buffer.from(text, "latin1") };
}

export function textFile(name: string, text: string): PlainFile {
  return { name, bytes: Buffer.from(text, "latin1") };
}

const always: readonly SmallCode[] = [
  ["E11", "0", "Type 2 diabetes mellitus"],
  ["E119", "1", "Type 2 diabetes mellitus without complications"],
  ["I10", "1", "Essential (primary) hypertension"],
];
const fracture = "Fracture of unspecified part of neck of right femur";
const hip: readonly SmallCode[] = [
  ["S72", "0", "Fracture of femur"],
  ["S720", "0", "Fracture of head and neck of femur"],
  ["S7200", "0", "Fracture of unspecified part of neck of femur"],
  ["S72001", "0", fracture],
  ["S72001A", "1", `${fracture}, initial encounter for closed fracture`],
  ["S72001D", "1", `${fracture}, subsequent encounter for closed fracture with routine healing`],
  ["S72001S", "1", `${fracture}, sequela`],
];

/** The case of multiple sclerosis: one code, split in fiscal year 2026. */
export const year2025 = orderFile(2025, [
  ...always,
  ["G35", "1", "Multiple sclerosis"],
  ...hip,
  ["T528", "0", "Toxic effects of other organic solvents"],
  ["T528X1A", "1", "Toxic effect of other organic solvents, accidental (unintentional), initial encounter"],
]);

export const year2026 = orderFile(2026, [
  ...always.slice(0, 2),
  ["I10", "1", "Essential (primary) hypertension, reworded"],
  ["G35", "0", "Multiple sclerosis"],
  ["G35A", "1", "Relapsing-remitting multiple sclerosis"],
  ["G35D", "1", "Multiple sclerosis, unspecified"],
  ...hip,
]);

export const icd9Titles = textFile(
  "CMS32_DESC_LONG_DX.txt",
  [
    "25000 Diabetes mellitus without mention of complication, type II or unspecified type, not stated as uncontrolled",
    "38600 M\u00e9ni\u00e8re's disease, unspecified",
    "4019  Unspecified essential hypertension",
    "E8120 Other motor vehicle traffic accident involving collision with motor vehicle injuring driver",
    "V700  Routine general medical examination at a health care facility",
    "",
  ].join("\n"),
);

export const mapping9 = textFile(
  "2018_I9gem.txt",
  ["25000 E119    10000", "36570 NoDx    11000", "4019  I10     10000", ""].join("\r\n"),
);
