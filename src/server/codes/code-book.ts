import type { CodeLine } from "./code-line.ts";
import type { LoadedSet } from "./loaded-set.ts";
import text from "./starter-set.txt?raw";
import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { CodeTableBuilder, maxSets } from "./build-code-table.ts";
import type { DiagnosisTable } from "./code-table.ts";

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
const commonCodes: ReadonlySet<string> = new Set(
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

const icd10 =
  "I10 E119 E785 J069 J029 J020 J189 J209 J0190 J45909 J449 J111 J101 U071 J00 N390 N3000 N200 R079 R0602 R059 R509 R109 " +
  "R112 R197 R42 R519 R55 R21 R0781 K529 K219 K5900 M545 M5450 M542 M549 B349 A084 A09 H6690 H6691 H6692 H6693 H6090 H109 " +
  "H9209 H6120 L0390 L0291 L509 L259 L309 B029 B354 B353 Z0000 Z23 Z20822 Z025 Z021 Z024 Z4802 Z760 T7840XA S0990XA " +
  "S93401A S93402A S63501A S63502A S52501A S52502A S61219A S161XXA S39012A G43909 F419 F329 F32A I4891 I509 I219 I2510 " +
  "N179 N189 N12 E039 E860 D649 R7303 R739 R310 R319 R300 N926 N760 B373 B3731 Z3201 Z3202 F17210 F1010 I639 G459 " +
  "W19XXXA W540XXA W57XXXA V892XXA M25561 M25562 M25511 M25512 M79604 M79605 M7061 G5600 M109 M722 J309 J302 R040 H1030" +
  " H66001 H66002 H66003 J01 J0190 N898 Z111 Z1152 Z20828 Z7721 R0789 J302 L237 L0231 S060X0A S0502XA S0501XA";

const icd9 =
  "25000 4019 2724 2720 4660 490 4619 4659 462 0340 463 486 4871 49390 496 38200 3829 38010 37230 7840 34690 " +
  "7242 7245 7231 7194 71946 71941 78650 78605 7862 78060 78900 78701 78703 78791 5589 56400 53081 5990 5950 5920 " +
  "7821 6929 6826 6829 7080 0549 0539 6160 6262 7806 7804 7802 30000 311 3051 2859 2449 27651 84500 84200 8470 8472 " +
  "8830 8820 88320 95901 9190 9100 V700 V0481 V5832 V703 7295 7291 72871 2749 1104 1105 0781 0088 07999";

/** What is most often meant when several codes match a short word equally: seen daily in urgent care. */
const topCodes: Readonly<Record<CodeSystem, ReadonlySet<string>>> = {
  "ICD-10-CM": new Set(icd10.split(" ")),
  "ICD-9-CM": new Set(icd9.split(" ")),
};

export interface CodeBook {
  readonly version: number;
  readonly tables: ReadonlyMap<CodeSystem, DiagnosisTable>;
}

function rarityIn(system: CodeSystem): (code: string) => 0 | 1 | 2 {
  const top = topCodes[system];
  // V and E codes fit the format of either system.
  const common = system === "ICD-10-CM" ? commonCodes : new Set<string>();
  return (code) => (top.has(code) ? 0 : common.has(code) ? 1 : 2);
}

let starter: Promise<DiagnosisTable> | undefined;

/** The starter set stands in for ICD-10-CM until the first official year is imported. */
export async function bookOf(version: number, tables: readonly DiagnosisTable[]): Promise<CodeBook> {
  const bySystem = new Map(
    tables.filter(({ sets }) => sets.length > 0).map((table) => [table.system, table]),
  );
  if (!bySystem.has("ICD-10-CM")) {
    starter ??= buildTable("ICD-10-CM", [starterSet], async () => starterLines);
    bySystem.set("ICD-10-CM", await starter);
  }
  return { version, tables: bySystem };
}

/** Merges a system's sets. Each set's lines are requested in turn, so that only one is held at a time. */
export async function buildTable(
  system: CodeSystem,
  sets: readonly LoadedSet[],
  linesOf: (set: LoadedSet) => Promise<Parameters<CodeTableBuilder<CodeSystem>["add"]>[1]>,
): Promise<DiagnosisTable> {
  const builder = new CodeTableBuilder(system);
  const byYear = sets.toSorted((a, b) => a.fiscalYear - b.fiscalYear).slice(-maxSets);
  for (const set of byYear) await builder.add(set, await linesOf(set));
  return builder.build(rarityIn(system));
}

export function isStarter(table: Pick<DiagnosisTable, "sets">): boolean {
  return table.sets[0]?.kind === "starter";
}
