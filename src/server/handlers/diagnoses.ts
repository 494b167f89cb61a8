import { clinicToday } from "#room/server/clinic-today.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import {
  bareDiagnosisCode,
  dottedDiagnosisCode,
  type CodeSystem,
  codeSystems,
} from "#room/contract/primitives/diagnosis-code.ts";
import type { ResponseOf, RequestOf } from "#room/contract/registry.ts";
import {
  childrenOf,
  pathTo,
  validityPeriodsOf,
  insteadOf,
  seventhCharacters,
} from "#room/server/codes/around-code.ts";
import { chapterOf } from "#room/server/codes/chapters.ts";
import { isStarter, starterAdvice, starterSet, type CodeBook } from "#room/server/codes/code-book.ts";
import {
  requestedSet,
  type RequestedSet,
  placeOfCode,
  requestedSystem,
} from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { codeSetOf, type LoadedSet } from "#room/server/codes/loaded-set.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import type { CodeMapping } from "#room/contract/operations/diagnosis-detail.ts";
import type { MappingLine } from "#room/server/codes/code-line.ts";
import { firstPlace } from "#room/server/codes/rising-list.ts";
import { isProcedureSystem, modifierNamed } from "#room/contract/primitives/procedure-system.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import {
  asksForDiagnosis,
  asksForService,
  procedureTableOn,
} from "#room/server/codes/procedures/procedure-table.ts";
import { proceduresOf } from "#room/server/codes/procedures/procedure-book.ts";
import { findCodes } from "#room/server/codes/search-codes.ts";
import type { Store } from "#room/server/store/store.ts";
import type { DiagnosisTable } from "#room/server/codes/code-table.ts";

function diagnosisAt(table: DiagnosisTable, index: number, set: number): DiagnosisCode {
  return {
    code: dottedDiagnosisCode(table.codeAt(index), table.system),
    description: table.titleIn(index, set),
    codeSystemName: table.system,
    isChargeable: table.isBillableIn(index, set),
  };
}

const usualLimit = 10;

const lacking = (words: readonly string[] = []) => (words.length === 0 ? {} : { missingWords: [...words] });

export const searchDiagnoses = defineHandler("searchDiagnoses", {
  perMinute: "searchesPerMinute",
  audit: "none",
  handle: async (request, { store, now }) => {
    const today = clinicToday({ store, now });
    if (isProcedureSystem(request.codeSystemName)) return searchProcedures(request, store, today);
    const { table, set } = requestedSet(request, await codesOf(store).book(), today);
    const { codes, missing, total } = findCodes(table, {
      question: request.query,
      set,
      limit: request.limit ?? usualLimit,
      side: request.side ?? undefined,
      encounter: request.encounter ?? undefined,
      isBillable: request.isBillable ?? undefined,
    });
    return {
      codes: codes.map((index, at) => ({ ...diagnosisAt(table, index, set), ...lacking(missing[at]) })),
      total,
      isStarterSet: isStarter(table),
    };
  },
});

async function searchProcedures(
  { query, limit = usualLimit, svcDate, isBillable }: RequestOf<"searchDiagnoses">,
  store: Store,
  today: string,
): Promise<ResponseOf<"searchDiagnoses">> {
  const book = await proceduresOf(store);
  const date = calendarDateOf(svcDate) ?? today;
  const table = await procedureTableOn(book, date);
  const modifier = modifierNamed(query);
  const isOfCpt = modifier === undefined ? !book.ownList && asksForService(query) : !book.codes.has(modifier);
  const { codes, missing, total, isWhole } = findCodes(table, {
    // Nothing of level II resembles a service of CPT, or a diagnosis, but by its words.
    question: isOfCpt || asksForDiagnosis(query, table) ? "" : (modifier ?? query),
    set: 0,
    limit: limit ?? usualLimit,
    isBillable: isBillable ?? undefined,
  });
  return {
    codes: codes.map((index, at) => {
      const { code, codeSystemName, description = "", state } = book.check(table.codeAt(index), date);
      return {
        code,
        codeSystemName,
        description,
        isChargeable: state === "valid" || state === "not-checked",
        ...lacking(missing[at]),
      };
    }),
    total,
    isStarterSet: book.isStarter,
    ...(isWhole || book.ownList ? {} : { isCptMissing: true, ...(isOfCpt && { isOfCpt }) }),
  };
}

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

/** A typed code could be anything, such as a name: only the shape of a code is recorded. */
function shapeOfCode(code: string): string {
  const plain = code.trim().replace(".", "").toUpperCase();
  const isCode = /^(?:[A-Z]\d[\dA-Z]{1,5}|\d{3,5}|E\d{3,4}|V\d{2,4})$/.test(plain);
  return isCode ? code.trim().toUpperCase() : "no code";
}

function notInStarterSet(): Refusal {
  const message = `Not in the starter set; it may still be valid. ${starterAdvice}`;
  return new Refusal(404, "CodeSetIncomplete", message);
}

export const verifyDiagnosis = defineHandler("verifyDiagnosis", {
  openedBy: "openDiagnosisVerify",
  audit: {
    when: "soon",
    note: ({ code }) => ({ action: "verified", subject: shapeOfCode(code) }),
  },
  // Not shown by the interface: `environment` is free text; it is kept nowhere.
  handle: async (request, { store, now }) => {
    const requested = requestedSet(request, await codesOf(store).book(), clinicToday({ store, now }));
    const place = placeOfCode(request.code, requested);
    if (place !== undefined && place >= 0 && requested.table.isIn(place, requested.set)) {
      return { isValid: true, code: diagnosisAt(requested.table, place, requested.set) };
    }
    if (place !== undefined && isStarter(requested.table)) throw notInStarterSet();
    // Not shown by the interface: input that is not a code of the set is echoed unchanged.
    return {
      isValid: false,
      code: { code: request.code, codeSystemName: requested.system, isChargeable: false },
    };
  },
});

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
    if (!isValid && isStarter(table)) throw notInStarterSet();
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
