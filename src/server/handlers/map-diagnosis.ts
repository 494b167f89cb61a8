import { defineHandler } from "#room/server/define-handler.ts";
import {
  bareDiagnosisCode,
  type CodeSystem,
  codeSystems,
  dottedDiagnosisCode,
} from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeMapping } from "#room/contract/operations/diagnosis-detail.ts";
import type { CodeBook } from "#room/server/codes/code-book.ts";
import type { MappingLine } from "#room/server/codes/code-line.ts";
import { requestedSystem } from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { diagnosisAt } from "#room/server/codes/diagnosis-answer.ts";
import { firstPlace } from "#room/server/codes/rising-list.ts";

export const mapDiagnosis = defineHandler("mapDiagnosis", {
  audit: "none",
  handle: async (request, { store }) => {
    const codes = codesOf(store);
    const book = await codes.book();
    const source = sourceSystem(request.code, request.codeSystemName, book);
    const target: CodeSystem = source === "ICD-9-CM" ? "ICD-10-CM" : "ICD-9-CM";
    const bare = bareDiagnosisCode(request.code, source);
    const lines = await codes.mapping(source);
    return {
      code: bare === undefined ? request.code : dottedDiagnosisCode(bare, source),
      codeSystemName: source,
      targetSystemName: target,
      isLoaded: lines !== undefined,
      mappings: linesFrom(lines ?? [], bare ?? "").map((line) => mappingOf(line, target, book)),
    };
  },
});

/** Without a name: the system whose loaded sets contain the code, otherwise the one whose format it has. */
function sourceSystem(code: string, name: string | null | undefined, book: CodeBook): CodeSystem {
  if (name) return requestedSystem(name, "");
  const fitting = codeSystems.filter((system) => bareDiagnosisCode(code, system) !== undefined);
  const known = fitting.find((system) => {
    const bare = bareDiagnosisCode(code, system);
    return bare !== undefined && (book.tables.get(system)?.indexOf(bare) ?? -1) >= 0;
  });
  return known ?? fitting[0] ?? "ICD-10-CM";
}

/** The files list their source codes in ascending order. */
function linesFrom(lines: readonly MappingLine[], bare: string): MappingLine[] {
  const first = firstPlace(lines.length, (place) => (lines[place]?.source ?? "") < bare);
  const found: MappingLine[] = [];
  for (let at = first; lines[at]?.source === bare; at += 1) {
    const line = lines[at];
    if (line) found.push(line);
  }
  return found;
}

function mappingOf({ target: bare, flags }: MappingLine, target: CodeSystem, book: CodeBook): CodeMapping {
  const table = book.tables.get(target);
  const index = table && bare !== "" ? table.indexOf(bare) : -1;
  const newest = table ? table.sets.length - 1 : -1;
  const isKnown = table !== undefined && index >= 0 && table.isIn(index, newest);
  const known = isKnown ? diagnosisAt(table, index, newest) : undefined;
  return {
    ...(bare === "" ? {} : { code: dottedDiagnosisCode(bare, target) }),
    ...(known ? { description: known.description ?? "", isChargeable: known.isChargeable } : {}),
    isApproximate: flags[0] === "1",
    hasNoMap: flags[1] === "1",
    isCombination: flags[2] === "1",
    scenario: Number(flags[3]),
    choiceList: Number(flags[4]),
  };
}
