import { calendarDateOf, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { proceduresOf } from "#room/server/codes/procedures/procedure-book.ts";
import type { Handler } from "#room/server/handler.ts";

/** Checks procedure codes and modifiers against the loaded lists for a day. */
export const checkProcedures: Handler<"checkProcedures"> = async ({ codes, svcDate }, { store, now }) => {
  const book = await proceduresOf(store);
  const date = calendarDateOf(svcDate) ?? calendarDateOf(wireDateTimeOf(now())) ?? "";
  return { procedures: codes.map((code) => book.check(code, date)) };
};
