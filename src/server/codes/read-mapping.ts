import { type CodeSystem, bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import { FileFaults } from "./code-file-error.ts";
import type { MappingLine, ReadProgress } from "./code-line.ts";
import { forEachLine } from "./file-lines.ts";

// The file published in 2018 has one target in lowercase ("v5889").
const columns = /^([\dA-Z]{3,7}) +([\dA-Za-z]{3,7}) +([01]{3}\d\d)$/;

/**
 * Reads a General Equivalence Mapping: source code, target code or NoDx, five flag digits. `source` is the system of
 * the first column.
 */
export async function readMapping(
  fileName: string,
  bytes: Uint8Array,
  source: CodeSystem,
  onProgress?: ReadProgress,
): Promise<MappingLine[]> {
  const target: CodeSystem = source === "ICD-9-CM" ? "ICD-10-CM" : "ICD-9-CM";
  const faults = new FileFaults();
  const seen = new Set<string>();
  const lines: MappingLine[] = [];
  await forEachLine(
    { name: fileName, bytes },
    ({ text, number }) => {
      const [, from = "", written = "", flags = ""] = columns.exec(text.trimEnd()) ?? [];
      const to = written === "NoDx" ? written : written.toUpperCase();
      const key = `${from} ${to} ${flags}`;
      const fault = faultOf({ from, to, flags, source, target });
      if (fault !== undefined) faults.add(number, fault);
      else if (seen.has(key)) faults.add(number, "the same line is already above");
      else lines.push({ source: from, target: to === "NoDx" ? "" : to, flags });
      seen.add(key);
    },
    onProgress,
  );
  faults.settle(fileName, lines.length);
  // Already so in the published order; other copies are sorted, since look-up is by binary search.
  return lines.toSorted((a, b) => (a.source < b.source ? -1 : Number(a.source > b.source)));
}

interface MappingColumns {
  from: string;
  to: string;
  flags: string;
  source: CodeSystem;
  target: CodeSystem;
}

function faultOf({ from, to, flags, source, target }: MappingColumns): string | undefined {
  if (flags === "") return "is not a source code, a target code or NoDx, and five flag digits";
  if (bareDiagnosisCode(from, source) !== from) return `“${from}” is not an ${source} code without its dot`;
  if ((to === "NoDx") !== (flags[1] === "1")) return "the target and the no-map flag contradict each other";
  if (to !== "NoDx" && bareDiagnosisCode(to, target) !== to) {
    return `“${to}” is not an ${target} code without its dot`;
  }
  return undefined;
}
