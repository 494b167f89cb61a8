import { clinicToday } from "#room/server/clinic-today.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { amountNamed, dayNamed, invoiceNamed, searchTerms } from "#room/billing/read-search.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { directoryNow, ownClocks } from "./directory-now.ts";
import type { OwnClock } from "#room/server/store/figures/figure-scope.ts";
import { typedText } from "#room/server/store/visits/read-filter.ts";
import type { TextTerm } from "#room/server/store/visits/read-term.ts";

const shortestName = 2;
/** Of one kind; a word that begins more names than these means no name in particular. */
const mostNames = 50;

/** The ids of the names that the text begins, with those of entries merged into them; undefined for too many. */
function idsNamed(
  names: DirectoryIndex,
  kind: "practice" | "provider" | "payer",
  text: string,
): string[] | undefined {
  const found = new Set(names.search(kind, text, { limit: mostNames + 1 }).map(({ id }) => id));
  if (found.size > mostNames) return undefined;
  const merged = names.entries.filter(
    (entry) => entry.kind === kind && entry.mergedInto && found.has(names.resolve(kind, entry.id)),
  );
  return [...found, ...merged.map(({ id }) => id)];
}

/** From this many letters on a word names a state ("withheld"). */
const shortestState = 4;

interface Known {
  readonly names: DirectoryIndex;
  /** The users whose visits may be found by their names. */
  readonly people: readonly string[];
}

/** What a term of a typed text means besides its words: a day, an amount, a state, names of the directory. */
function meaningOf(text: string, whole: string, today: string, { names, people }: Known): TextTerm {
  const invoiceNumber = invoiceNamed(text);
  if (invoiceNumber !== undefined) return { text, invoiceNumber };
  const amount = amountNamed(text);
  const day = dayNamed(text, today);
  const word = text.toLowerCase();
  const states = visitState.options.filter((state) => word.length >= shortestState && state.startsWith(word));
  // A word of too many names counts with the other words.
  const named = (kind: "practice" | "provider" | "payer") =>
    text.length < shortestName ? [] : (idsNamed(names, kind, text) ?? idsNamed(names, kind, whole) ?? []);
  return {
    text,
    ...(day !== undefined && { serviceDates: [day] }),
    ...(amount !== undefined && { amount }),
    ...(states.length > 0 && { states }),
    partyIds: [...named("payer"), ...named("provider")],
    practiceIds: named("practice"),
    people: people.filter((name) => name.toLowerCase() === word),
  };
}

export function termsOf(text: string, today: string, known: Known): readonly TextTerm[] {
  return searchTerms(text, today).map((term) => meaningOf(term, text.trim(), today, known));
}

/** Other people’s visits are their figures. */
async function peopleFor({ store, session }: Pick<SignedInContext, "store" | "session">): Promise<string[]> {
  return session.rights.has("people-figures") ? store.users.names() : [session.userName];
}

/**
 * A filter whose text is read as the list shows it (“Invoice 12”, a name, a date, an amount), and whose days are those of
 * each practice’s clock. Never what a caller says either is.
 */
export async function withMeaning<F extends VisitFilter>(
  filter: F,
  { store, now, session }: Pick<SignedInContext, "store" | "now" | "session">,
): Promise<F & { readonly terms: readonly TextTerm[]; readonly clocks: readonly OwnClock[] }> {
  const text = typedText(filter);
  const { receivedDayFrom, receivedDayTo, firstReceivedDayFrom, firstReceivedDayTo } = filter;
  const days = receivedDayFrom ?? receivedDayTo ?? firstReceivedDayFrom ?? firstReceivedDayTo;
  const { paidDayFrom, workedBy, endedAs } = filter;
  const hasDays =
    Boolean(days ?? paidDayFrom ?? workedBy ?? endedAs) ||
    typeof (filter.delayFrom ?? filter.delayTo) === "number";
  const clocks = hasDays ? await ownClocks(store.directory) : [];
  if (text === "") return { ...filter, clocks, terms: [] };
  const today = clinicToday({ store, now });
  const known = { names: await directoryNow(store.directory), people: await peopleFor({ store, session }) };
  return { ...filter, clocks, terms: termsOf(text, today, known) };
}
