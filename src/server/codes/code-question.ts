import {
  bareDiagnosisCode,
  type CodeSystem,
  codeSystemOf,
  codeSystemOn,
  codeSystems,
  lastDayOfIcd9,
} from "#room/contract/primitives/diagnosis-code.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { showDate, showDates } from "#room/billing/show-date.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import type { CodeBook } from "./code-book.ts";
import type { DiagnosisTable } from "./code-table.ts";
import type { LoadedSet } from "./loaded-set.ts";

interface SetRequest {
  readonly codeSystemName?: string | null | undefined;
  readonly svcDate?: string | null | undefined;
}

export interface RequestedSet {
  readonly system: CodeSystem;
  readonly date: string;
  readonly table: DiagnosisTable;
  readonly set: number;
}

/**
 * The set in force on the date of service. Not shown by the interface: an unknown system, or a date for which no set is
 * loaded, is refused with a message that says what is known and loaded; a guess could end up on a bill.
 */
export function requestedSet(request: SetRequest, book: CodeBook, today: string): RequestedSet {
  const date = calendarDateOf(request.svcDate) ?? today;
  const system = requestedSystem(request.codeSystemName, date);
  const table = book.tables.get(system);
  const set = table?.setOn(date) ?? -1;
  if (!table || set === -1) {
    throw invalidMember(
      "CodeSetNotLoaded",
      "svcDate",
      `${missingSentence(system, date)} ${loadedSentence(book)}`,
    );
  }
  return { system, date, table, set };
}

/** Not shown by the interface: without a name, the date of service decides; ICD-9-CM through 2015-09-30. */
export function requestedSystem(name: string | null | undefined, date: string): CodeSystem {
  if (name === undefined || name === null || name.trim() === "") return codeSystemOn(date);
  const system = codeSystemOf(name);
  if (!system) {
    const known = codeSystems.join(" or ");
    throw invalidMember(
      "UnknownCodeSystem",
      "codeSystemName",
      `“${name.trim().slice(0, 40)}” is not a known code system. Use ${known}.`,
    );
  }
  return system;
}

function missingSentence(system: CodeSystem, date: string): string {
  const right = codeSystemOn(date);
  if (right === system) return `No ${system} set is loaded for ${showDate(date)}.`;
  return `No ${system} set is loaded for ${showDate(date)}. That date is coded in ${right}: ICD-9-CM through ${showDate(lastDayOfIcd9)}, ICD-10-CM after that.`;
}

function loadedSentence({ tables }: CodeBook): string {
  const sets = [...tables.values()].flatMap((table) => table.sets);
  return `Loaded: ${sets.map(setWords).join("; ")}.`;
}

function setWords(set: LoadedSet): string {
  return `${set.name} (${showDates(set.inForceFrom, set.inForceTo)})`;
}

/** The code's index in the table: -1 if it is not there; undefined if the text cannot be a code. */
export function placeOfCode(text: string, { system, table }: RequestedSet): number | undefined {
  const bare = bareDiagnosisCode(text, system);
  return bare === undefined ? undefined : table.indexOf(bare);
}
