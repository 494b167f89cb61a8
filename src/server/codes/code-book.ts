import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { CodeTableBuilder, maxSets } from "./build-code-table.ts";
import type { DiagnosisTable } from "./code-table.ts";
import type { LoadedSet } from "./loaded-set.ts";
import { commonCodes, starterLines, starterSet } from "./starter-set.ts";
import { topCodes } from "./top-codes.ts";

/** Everything loaded, at one version. */
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
    starter ??= starterTable();
    bySystem.set("ICD-10-CM", await starter);
  }
  return { version, tables: bySystem };
}

async function starterTable(): Promise<DiagnosisTable> {
  const builder = new CodeTableBuilder("ICD-10-CM");
  await builder.add(starterSet, starterLines);
  return builder.build(rarityIn("ICD-10-CM"));
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
