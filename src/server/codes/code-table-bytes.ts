import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { arraysOfBytes, bytesOfArrays } from "./array-bytes.ts";
import { type CodeArrays, CodeTable, type DiagnosisTable } from "./code-table.ts";
import type { LoadedSet } from "./loaded-set.ts";

/** Incremented whenever the bytes or the indexing change; servers then rebuild their tables. */
export const tableFormat = 4;

interface Facts {
  readonly system: CodeSystem;
  readonly sets: readonly LoadedSet[];
}

/** A table as bytes, so that a server loads what the import built. */
export function bytesOfTable({ system, sets, arrays }: DiagnosisTable): Uint8Array<ArrayBuffer> {
  return bytesOfArrays({ system, sets } satisfies Facts, { ...arrays });
}

/** Views on the bytes. They were written with the same format number, which is stored alongside. */
export function tableOfBytes(bytes: Uint8Array): DiagnosisTable {
  const { facts, arrays } = arraysOfBytes<Facts, CodeArrays>(bytes);
  return new CodeTable(facts.system, facts.sets, arrays);
}
