import type { LoadedSet } from "#room/server/codes/loaded-set.ts";
import type { ProcedureLine } from "./procedure-line.ts";
import text from "./starter-procedures.txt?raw";

/**
 * The HCPCS level II codes and modifiers that urgent care uses most, in the official words of October 2025; each was
 * still valid in July 2026. Tab-separated columns: code, date added, short text, long text.
 */
export const starterProcedureLines: readonly ProcedureLine[] = text
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [code = "", from = "", shortTitle = "", title = ""] = line.split("\t");
    return { code, title, shortTitle, from, to: "" };
  });

export const starterProcedures: LoadedSet = {
  name: "HCPCS starter list",
  kind: "starter",
  system: "HCPCS",
  fiscalYear: 0,
  inForceFrom: "2025-10-01",
  inForceTo: "2026-09-30",
  billable: starterProcedureLines.length,
  headers: 0,
  origin: "comes with this server",
  checksum: "",
  importedOn: "",
  importedBy: "",
};
