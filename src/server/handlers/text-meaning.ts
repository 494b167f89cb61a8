import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { readDate } from "#room/billing/read-date.ts";
import { minorUnits } from "#room/contract/primitives/money.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { DirectoryRepository } from "#room/server/store/directory-repository.ts";
import type { TextMeaning } from "#room/server/store/visits/visit-words.ts";

const invoice = /^inv(?:oice)?\.?\s*(?:#|no\.?)?\s*(\d{1,15})$/i;
const amount = /^\$?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)$/;
const shortestName = 2;
/** Of one kind; a text that begins more names than these means no name in particular. */
const mostNames = 50;

const indexes = new WeakMap<
  DirectoryRepository,
  { readonly version: number; readonly index: DirectoryIndex }
>();

/** The directory as it is now: read whole again only after a change. */
async function directoryNow(directory: DirectoryRepository): Promise<DirectoryIndex> {
  const known = indexes.get(directory);
  const { version, isWhole, entries, removed } = await directory.changesSince(known?.version ?? 0);
  if (known && !isWhole && entries.length === 0 && removed.length === 0) return known.index;
  const index = new DirectoryIndex(known ? (await directory.changesSince(0)).entries : entries);
  indexes.set(directory, { version, index });
  return index;
}

/** The ids of the names that the text begins, with those of entries that were merged into them. */
function idsNamed(names: DirectoryIndex, kind: "practice" | "provider" | "payer", text: string): string[] {
  const found = new Set(names.search(kind, text, { limit: mostNames }).map(({ id }) => id));
  if (found.size === 0) return [];
  const merged = names.entries.filter(
    (entry) => entry.kind === kind && entry.mergedInto && found.has(names.resolve(kind, entry.id)),
  );
  return [...found, ...merged.map(({ id }) => id)];
}

/** What a typed text means besides its words: a day, an amount, names of the directory. */
export function meaningOf(text: string, today: string, names: DirectoryIndex): TextMeaning {
  const plain = text.trim();
  const [, sum] = amount.exec(plain) ?? [];
  const minor = sum === undefined ? undefined : minorUnits(Number(sum.replaceAll(",", "")), "USD");
  // A bare number is an amount, an invoice or a code, never a day.
  const day = /[^\d\s]/.test(plain) ? readDate(plain, today).date : undefined;
  const named = (kind: "practice" | "provider" | "payer") =>
    plain.length < shortestName ? [] : idsNamed(names, kind, plain);
  return {
    ...(day !== undefined && { serviceDates: [day] }),
    ...(minor !== undefined && { amounts: [minor] }),
    partyIds: [...named("payer"), ...named("provider")],
    practiceIds: named("practice"),
  };
}

/** A filter whose text is read as the list shows it: “Invoice 12”, a name, a date, an amount. */
export async function withMeaning<F extends VisitFilter>(
  filter: F,
  { store, now }: Pick<HandlerContext, "store" | "now">,
): Promise<F & { readonly meaning: TextMeaning }> {
  const text = filter.text?.trim() ?? "";
  // Never what a caller says it means.
  if (text === "") return { ...filter, meaning: {} };
  const number = invoice.exec(text)?.[1];
  if (number !== undefined) return { ...filter, text: number, meaning: {} };
  const today = store.days.dateOf(now().getTime());
  return { ...filter, meaning: meaningOf(text, today, await directoryNow(store.directory)) };
}
