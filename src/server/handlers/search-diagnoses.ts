import { isStarter } from "#room/server/codes/code-book.ts";
import { askedSet } from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { diagnosisAt } from "#room/server/codes/diagnosis-answer.ts";
import { findCodes } from "#room/server/codes/search-codes.ts";
import type { Handler } from "#room/server/handler.ts";

const usualLimit = 10;

/** Codes by words or by the beginning of a code. */
export const searchDiagnoses: Handler<"searchDiagnoses"> = async (request, { store, now }) => {
  const { table, set } = askedSet(request, await codesOf(store).book(), now);
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
};
