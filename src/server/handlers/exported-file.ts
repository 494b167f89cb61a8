import { byteOrderMark, csvLines, type CsvRow } from "#room/billing/csv.ts";
import { sheetScope } from "#room/contract/schemas/day-sheet.ts";
import { noteOf } from "#room/server/audit/with-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";

/** Ids, codes, days and names of users; what people type freely may be anything. */
const shown = /^[\w.:,+ -]{1,80}$/;
const neverShown: ReadonlySet<string> = new Set(["text", "reason", "rule"]);
/** The filter of codes takes any text; a name has no digit. */
const codeShown = /^(?=.*\d)[\w.-]{1,12}$/;

/** What was exported by which filters, for the audit log: a value that may name a patient is not recorded. */
export function exportedWords(what: string, filters: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === "") return [];
    const text = String(value);
    const mayShow = !neverShown.has(name) && (name === "code" ? codeShown : shown).test(text);
    return `${name}=${mayShow ? text : "…"}`;
  });
  return [what, ...words].join(" ");
}

const scopeNames: readonly string[] = Object.keys(sheetScope);

/** The same of figures, by what they are of. */
export function exportedScope(what: string, request: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(request).filter(([name]) => scopeNames.includes(name));
  return exportedWords(what, Object.fromEntries(given));
}

/**
 * A file of pages of rows, each read when the one before it is taken. At its end, or where it broke off, a row of the audit
 * log says how many rows it has.
 */
export async function* exportedFile(
  words: string,
  { head, pages }: { readonly head: CsvRow; readonly pages: AsyncIterable<readonly CsvRow[]> },
  context: HandlerContext,
): AsyncGenerator<string> {
  let rows = 0;
  let end = ", stopped";
  try {
    yield byteOrderMark + csvLines([head]);
    for await (const page of pages) {
      if (page.length === 0) continue;
      rows += page.length;
      yield csvLines(page);
    }
    end = "";
  } catch (error) {
    end = ", failed";
    context.log.error({ err: error }, "an export broke off");
    throw error;
  } finally {
    const note = noteOf(context, "exported list", `${words}: ${rows} rows${end}`);
    await context.audit.noteNow(note).catch(() => undefined);
  }
}
