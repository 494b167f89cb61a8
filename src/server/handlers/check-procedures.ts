import { defineHandler } from "#room/server/define-handler.ts";
import { calendarDateOf, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { proceduresOf } from "#room/server/codes/procedures/procedure-book.ts";

/** Checks procedure codes and modifiers against the loaded lists for a day. */
export const checkProcedures = defineHandler("checkProcedures", {
  isCostly: true,
  audit: "none",
  handle: async ({ codes, svcDate }, { store, now }) => {
    const book = await proceduresOf(store);
    const date = calendarDateOf(svcDate) ?? calendarDateOf(wireDateTimeOf(now())) ?? "";
    return { procedures: codes.map((code) => book.check(code, date)) };
  },
});
