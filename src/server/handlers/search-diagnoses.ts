import { clinicToday } from "#room/server/clinic-today.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { isProcedureSystem, modifierNamed } from "#room/contract/primitives/procedure-system.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { isStarter } from "#room/server/codes/code-book.ts";
import { requestedSet } from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { diagnosisAt } from "#room/server/codes/diagnosis-answer.ts";
import {
  asksForDiagnosis,
  asksForService,
  procedureTableOn,
} from "#room/server/codes/procedures/procedure-table.ts";
import { proceduresOf } from "#room/server/codes/procedures/procedure-book.ts";
import { findCodes } from "#room/server/codes/search-codes.ts";
import type { Store } from "#room/server/store/store.ts";

const usualLimit = 10;

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
      codes: codes.map((index, at) => {
        const missingWords = missing[at] ?? [];
        return {
          ...diagnosisAt(table, index, set),
          ...(missingWords.length === 0 ? {} : { missingWords: [...missingWords] }),
        };
      }),
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
      const missingWords = [...(missing[at] ?? [])];
      return {
        code,
        codeSystemName,
        description,
        isChargeable: state === "valid" || state === "not-checked",
        ...(missingWords.length === 0 ? {} : { missingWords }),
      };
    }),
    total,
    isStarterSet: book.isStarter,
    ...(isWhole || book.ownList ? {} : { isCptMissing: true, ...(isOfCpt && { isOfCpt }) }),
  };
}
