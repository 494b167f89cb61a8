import { isStarter } from "#room/server/codes/code-book.ts";
import { askedSet, placeOfCode } from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { diagnosisAt } from "#room/server/codes/diagnosis-answer.ts";
import { starterAdvice } from "#room/server/codes/starter-set.ts";
import type { Handler } from "#room/server/handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** Checks whether the code is in the set in force on the date of service and billable there. */
export const verifyDiagnosis: Handler<"verifyDiagnosis"> = async (request, context) => {
  const { store, now } = context;
  const asked = askedSet(request, await codesOf(store).book(), now);
  // Not shown by the interface: `environment` is free text; it is logged.
  if (request.environment) context.log.info({ environment: request.environment }, "diagnosis verified");
  const place = placeOfCode(request.code, asked);
  if (place !== undefined && place >= 0 && asked.table.isIn(place, asked.set)) {
    return { isValid: true, code: diagnosisAt(asked.table, place, asked.set) };
  }
  if (place !== undefined && isStarter(asked.table)) {
    const message = `Not in the starter set; it may still be valid. ${starterAdvice}`;
    throw new Refusal(404, "CodeSetIncomplete", message);
  }
  // Not shown by the interface: input that is not a code of the set is echoed unchanged.
  return {
    isValid: false,
    code: { code: request.code, codeSystemName: asked.system, isChargeable: false },
  };
};
