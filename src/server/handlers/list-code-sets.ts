import { defineHandler } from "#room/server/define-handler.ts";
import { isStarter } from "#room/server/codes/code-book.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { codeSetOf } from "#room/server/codes/loaded-set.ts";
import { setWarnings } from "#room/server/codes/set-warnings.ts";
import { starterProcedures } from "#room/server/codes/procedures/starter-procedures.ts";
import { starterSet } from "#room/server/codes/starter-set.ts";

/** Which code sets are loaded, and what is missing. */
export const listCodeSets = defineHandler("listCodeSets", {
  audit: "none",
  handle: async (_request, context) => {
    const codes = codesOf(context.store);
    const book = await codes.book();
    const sets = await codes.list();
    const isOnStarter = [...book.tables.values()].some(isStarter);
    const hasProcedures = sets.some(({ system }) => system === "HCPCS");
    return {
      version: String(book.version),
      sets: [
        ...(isOnStarter ? [starterSet] : []),
        ...sets,
        ...(hasProcedures ? [] : [starterProcedures]),
      ].map(codeSetOf),
      notices: (await codes.notices()).map((notice) => ({ ...notice })),
      warnings: setWarnings(sets, context.now()),
      mayImport: context.session?.rights.has("import-codes") === true,
    };
  },
});
