import { clinicToday } from "#room/server/clinic-today.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { isStarter, starterAdvice } from "#room/server/codes/code-book.ts";
import { requestedSet, placeOfCode } from "#room/server/codes/code-question.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { diagnosisAt } from "#room/server/codes/diagnosis-answer.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** A typed code could be anything, such as a name: only the shape of a code is recorded. */
function shapeOfCode(code: string): string {
  const plain = code.trim().replace(".", "").toUpperCase();
  const isCode = /^(?:[A-Z]\d[\dA-Z]{1,5}|\d{3,5}|E\d{3,4}|V\d{2,4})$/.test(plain);
  return isCode ? code.trim().toUpperCase() : "no code";
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
    if (place !== undefined && isStarter(requested.table)) {
      const message = `Not in the starter set; it may still be valid. ${starterAdvice}`;
      throw new Refusal(404, "CodeSetIncomplete", message);
    }
    // Not shown by the interface: input that is not a code of the set is echoed unchanged.
    return {
      isValid: false,
      code: { code: request.code, codeSystemName: requested.system, isChargeable: false },
    };
  },
});
