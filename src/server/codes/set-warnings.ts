import { counted } from "#room/contract/primitives/counted.ts";
import { countedIn } from "#room/contract/schemas/code-set.ts";
import { showDate, showDates } from "#room/billing/show-date.ts";
import { inForce, type LoadedSet, nameOfYear } from "./loaded-set.ts";

export function setLine(set: LoadedSet): string {
  const dates = set.inForceFrom === "" ? "" : `, effective ${showDates(set.inForceFrom, set.inForceTo)}`;
  const counts =
    set.kind === "mapping" || set.kind === "pairs" || set.kind === "limits" || set.fiscalYear === 0
      ? counted(set.billable, countedIn[set.kind])
      : `${counted(set.billable + set.headers, "code")} (${set.billable} billable, ${set.headers} not billable)`;
  return `${set.name}${dates}: ${counts}`;
}

export function originLine(set: LoadedSet): string {
  if (set.kind === "starter") return set.origin;
  const imported =
    set.importedOn === "" ? "" : `, imported ${showDate(set.importedOn.slice(0, 10))} by ${set.importedBy}`;
  const checksum = set.checksum === "" ? "" : `, SHA-256 ${set.checksum}`;
  return `from ${set.origin}${imported}${checksum}`;
}

/** The publisher releases next October's file by July. */
const nextYearFrom = "07-01";

export function setWarnings(sets: readonly LoadedSet[], today: string): string[] {
  const loaded = new Set(sets.map((set) => set.name));
  const warnings: string[] = [];
  if (!sets.some((set) => set.kind === "codes" && set.system === "ICD-10-CM")) {
    return [
      "Only the starter set of common ICD-10-CM codes is loaded. Import the official file to check all codes.",
    ];
  }
  const year = Number(today.slice(0, 4));
  const current = today.slice(5) >= "10-01" ? year + 1 : year;
  if (!loaded.has(nameOfYear("ICD-10-CM", current))) {
    const { inForceFrom, inForceTo } = inForce(current);
    warnings.push(
      `${nameOfYear("ICD-10-CM", current)} is not loaded. Codes cannot be checked for dates of service ${showDates(inForceFrom, inForceTo)}, which include today. Import the official file.`,
    );
  }
  const isSoon = today.slice(5) >= nextYearFrom && today.slice(5) < "10-01";
  if (isSoon && !loaded.has(nameOfYear("ICD-10-CM", current + 1))) {
    warnings.push(
      `${nameOfYear("ICD-10-CM", current + 1)} takes effect on ${showDate(inForce(current + 1).inForceFrom)} and is not loaded yet. Import the official file before then.`,
    );
  }
  return warnings;
}
