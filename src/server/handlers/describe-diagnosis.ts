import { clinicToday } from "#room/server/clinic-today.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { bareDiagnosisCode, dottedDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import {
  childrenOf,
  pathTo,
  validityPeriodsOf,
  insteadOf,
  seventhCharacters,
} from "#room/server/codes/around-code.ts";
import { chapterOf } from "#room/server/codes/chapters.ts";
import { isStarter, starterAdvice, starterSet } from "#room/server/codes/code-book.ts";
import { requestedSet, type RequestedSet } from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { diagnosisAt } from "#room/server/codes/diagnosis-answer.ts";
import { codeSetOf, type LoadedSet } from "#room/server/codes/loaded-set.ts";
import { Refusal } from "#room/server/http/refusal.ts";

type Answer = ResponseOf<"describeDiagnosis">;

export const describeDiagnosis = defineHandler("describeDiagnosis", {
  audit: "none",
  handle: async (request, { store, now }) => {
    const requested = requestedSet(request, await codesOf(store).book(), clinicToday({ store, now }));
    const bare = bareDiagnosisCode(request.code, requested.system);
    if (bare === undefined) return malformed(request.code, requested);
    const { table, set } = requested;
    const index = table.indexOf(bare);
    const isValid = index >= 0 && table.isIn(index, set);
    if (!isValid && isStarter(table)) {
      const message = `Not in the starter set; it may still be valid. ${starterAdvice}`;
      throw new Refusal(404, "CodeSetIncomplete", message);
    }
    const at = (one: number) => diagnosisAt(table, one, set);
    const path = pathTo(table, bare, set);
    const children = isValid ? childrenOf(table, bare, set) : [];
    const chapter = chapterOf(bare, requested.system);
    return {
      isValid,
      isWellFormed: true,
      code: isValid ? at(index) : unknownCode(dottedDiagnosisCode(bare, requested.system), requested),
      checkedAgainst: codeSetOf(setOf(requested)),
      stretches: index >= 0 ? validityPeriodsOf(table, index) : [],
      ...(chapter ? { chapter: { ...chapter } } : {}),
      path: path.map(at),
      siblings: siblingsOf(requested, { path, bare, index: isValid ? index : -1 }).map(at),
      children: children.map(at),
      childCount: children.length,
      suggestions: insteadOf(table, bare, set).map(at),
      seventhCharacters: seventhCharacters(table, bare, set),
    };
  },
});

/** The sibling codes under the same parent; ICD-9-CM lists no headers, so there the codes of the category. */
function siblingsOf(
  { table, set }: RequestedSet,
  of: { path: readonly number[]; bare: string; index: number },
) {
  if (of.bare.length <= 3) return [];
  const above = of.path.filter((one) => one !== of.index).at(-1);
  const header = above === undefined ? of.bare.slice(0, 3) : table.codeAt(above);
  return childrenOf(table, header, set).filter((one) => one !== of.index);
}

function malformed(code: string, requested: RequestedSet): Answer {
  return {
    isValid: false,
    isWellFormed: false,
    code: unknownCode(code, requested),
    checkedAgainst: codeSetOf(setOf(requested)),
    stretches: [],
    path: [],
    siblings: [],
    children: [],
    childCount: 0,
    suggestions: [],
    seventhCharacters: [],
  };
}

function unknownCode(code: string, { system }: RequestedSet): DiagnosisCode {
  return { code, codeSystemName: system, isChargeable: false };
}

function setOf({ table, set }: RequestedSet): LoadedSet {
  return table.sets[set] ?? starterSet;
}
