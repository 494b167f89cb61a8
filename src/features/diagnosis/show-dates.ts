import { showDates } from "#room/billing/show-date.ts";
import type { CodeSet } from "#room/contract/schemas/code-set.ts";

/** "ICD-10-CM FY2026, effective 10/01/2025 – 09/30/2026". */
export function setWords(set: CodeSet): string {
  if (!set.inForceFrom || !set.inForceTo) return set.name;
  return `${set.name}, effective ${showDates(set.inForceFrom, set.inForceTo)}`;
}
