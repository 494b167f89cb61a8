import { clinicToday } from "#room/server/clinic-today.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { proceduresOf } from "#room/server/codes/procedures/procedure-book.ts";
import type { ClaimPair, UnitLimit } from "#room/contract/operations/claim-checks.ts";
import { claimEditsOf } from "#room/server/codes/claim-edits/claim-edits.ts";
import { noLastDay, type PairInForce } from "#room/server/codes/claim-edits/pair-table.ts";
import { keyedProcedure, isProcedureCode } from "#room/server/codes/claim-edits/procedure-key.ts";

export const checkProcedures = defineHandler("checkProcedures", {
  isCostly: true,
  audit: "none",
  handle: async ({ codes, svcDate }, { store, now }) => {
    const book = await proceduresOf(store);
    const date = calendarDateOf(svcDate) ?? clinicToday({ store, now });
    return { procedures: codes.map((code) => book.check(code, date)) };
  },
});

export const checkClaimEdits = defineHandler("checkClaimEdits", {
  isCostly: true,
  // Only codes and a date, no names.
  audit: "none",
  handle: async ({ codes, svcDate }, { store }) => {
    const date = calendarDateOf(svcDate) ?? svcDate;
    const { quarter, pairs, missingFiles, limits } = await claimEditsOf(store).on(date);
    const procedures = [...new Set(codes.map(codeOf))].filter(isProcedureCode).map(keyedProcedure);
    const day = Number(date.replaceAll("-", ""));
    return {
      quarter,
      hasPairs: pairs.length > 0,
      missingFiles: [...missingFiles],
      hasLimits: limits !== undefined,
      pairs: pairs.flatMap((table) => table.among(procedures, day)).map(wirePair),
      limits: procedures.flatMap(({ code, key }): UnitLimit[] => {
        const limit = limits?.limitOf(key);
        if (!limit) return [];
        const { value: units, indicator: adjudicationIndicator, rationale } = limit;
        return [{ code, units, adjudicationIndicator, rationale }];
      }),
    };
  },
});

/** As written in the files. */
function codeOf(typed: string): string {
  return isProcedureCode(typed) ? typed : typed.trim().toUpperCase();
}

function wirePair({ column1, column2, indicator, from, to, rationale }: PairInForce): ClaimPair {
  const pair = { column1, column2, modifierIndicator: indicator, inForceFrom: dayOf(from), rationale };
  return to === noLastDay ? pair : { ...pair, inForceTo: dayOf(to) };
}

/** Pairs start and end on only a few hundred distinct days. */
const days = new Map<number, string>();
const maxDays = 5000;

function dayOf(number: number): string {
  const known = days.get(number);
  if (known !== undefined) return known;
  const text = String(number);
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  if (days.size < maxDays) days.set(number, day);
  return day;
}
