import { defineHandler } from "#room/server/define-handler.ts";
import { checkCurrency } from "./check-currency.ts";
import { outsideYourPractices, viewerOf } from "./visit-answer.ts";
import { practicesOf } from "#room/billing/directory/practices-of.ts";
import { entryKey } from "#room/billing/directory/entry-key.ts";
import { directoryKinds, type DirectoryKey, type DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { givenGuid, knownGuid } from "#room/contract/primitives/guid.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import { changedMeanwhile, concernsAll } from "#room/server/http/refusal.ts";
import type { Store, Within } from "#room/server/store/store.ts";
import { maySee, type Viewer } from "#room/server/store/visits/visit-types.ts";
import { checkPracticeClocks } from "./check-clocks.ts";

export const listDirectory = defineHandler("listDirectory", {
  isCostly: true,
  isUse: false,
  audit: "none",
  handle: async ({ since }, { store }) => {
    const { version, isWhole, entries, removed } = await store.directory.changesSince(since ?? 0);
    return { version, isWhole, entries: [...entries], removed: [...removed] };
  },
});

const maxUnnamed = 500;

export const listUnnamed = defineHandler("listUnnamed", {
  perMinute: "searchesPerMinute",
  audit: "none",
  handle: async (_request, context) => {
    const { directory } = context.store;
    const { entries } = await directory.changesSince(0);
    const named = new Set(entries.map(({ kind, id }) => kind + id));
    const { seen, ...visits } = await directory.seen(viewerOf(context).practices);
    const unnamed = seen
      .filter(({ kind, id }) => !named.has(kind + id))
      .toSorted((a, b) => b.count - a.count || (a.kind + a.id < b.kind + b.id ? -1 : 1));
    return { ...visits, seen: unnamed.slice(0, maxUnnamed).map((one) => ({ ...one })) };
  },
});

/** Control characters, also those that reorder the text around a name; no name contains them. */
const turning = /[\u202a-\u202e\u2066-\u2069\p{Cc}\p{Cs}]/gu;

/** As stored: canonical ids, and days without members that were not given. */
function kept(entry: DirectoryEntry): DirectoryEntry {
  const { id, name, shortName, activeFrom, activeTo, mergedInto, payerId, practiceId } = entry;
  return {
    ...entry,
    name: name?.replaceAll(turning, "").trim(),
    shortName: shortName?.replaceAll(turning, "").trim(),
    id: knownGuid(id),
    activeFrom: activeFrom || undefined,
    activeTo: activeTo || undefined,
    mergedInto: givenGuid(mergedInto),
    payerId: givenGuid(payerId),
    practiceId: givenGuid(practiceId),
  };
}

const changedSince = () => changedMeanwhile("DirectoryChanged", "the directory");

/** Throws the 403 unless an entry names practices, and only such as the user may see. */
function checkEntry(entry: DirectoryEntry, viewer: Viewer): void {
  const named = practicesOf(entry);
  if (named.length === 0) throw concernsAll();
  if (named.some((each) => !maySee(viewer, each))) throw outsideYourPractices();
}

/**
 * Throws the 403 for a change of what somebody limited may not change, before or after it. A provider or payer is of all
 * practices; what nobody has named can be named by whoever sees it.
 */
async function checkPractices(
  { directory }: Store,
  viewer: Viewer,
  { version, entries, removed }: { version: number; entries: DirectoryEntry[]; removed: DirectoryKey[] },
): Promise<void> {
  if (viewer.practices.length === 0) return;
  const now = await directory.changesSince(0);
  if (now.version !== version) throw changedSince();
  const known = new Map<string, DirectoryEntry>(now.entries.map((entry) => [entryKey(entry), entry]));
  const changed = [...entries, ...removed].filter((key) => !isSameContent(known.get(entryKey(key)), key));
  // A fee has an entry for each day from which it has another price.
  const ids = new Set(changed.map(({ kind, id }) => `${kind} ${id}`));
  for (const before of now.entries) if (ids.has(`${before.kind} ${before.id}`)) checkEntry(before, viewer);
  for (const entry of entries) {
    const before = known.get(entryKey(entry));
    const isNew = !before && ["provider", "payer"].includes(entry.kind);
    const isNaming = isNew && !entry.mergedInto && practicesOf(entry).length === 0;
    if (!isNaming && !isSameContent(before, entry)) checkEntry(entry, viewer);
  }
}

/** Lists the entries if there are few; otherwise counts by kind. */
function directoryWords(saved: readonly DirectoryKey[], removed: readonly DirectoryKey[]): string {
  const all = [...saved.map((key) => ({ key, sign: "" })), ...removed.map((key) => ({ key, sign: "-" }))];
  if (all.length <= maxNamed) return all.map(({ key, sign }) => `${sign}${key.kind}:${key.id}`).join(", ");
  const counts = directoryKinds.flatMap((kind) => {
    const count = saved.filter((key) => key.kind === kind).length;
    return count === 0 ? [] : [`${kind}: ${count}`];
  });
  return [...counts, ...(removed.length === 0 ? [] : [`removed: ${removed.length}`])].join(", ");
}
const maxNamed = 4;

export const saveDirectory = defineHandler("saveDirectory", {
  body: "chargeBytes",
  perMinute: "importsPerMinute",
  audit: "by-handler",
  handle: async (request, context) => {
    const { store } = context;
    const entries = request.entries.map(kept);
    for (const [at, { amount }] of entries.entries())
      if (amount) checkCurrency(amount.currency.toUpperCase(), `entries[${at}].amount.currency`);
    const removed = (request.removed ?? []).map(({ kind, id, activeFrom }) => ({
      kind,
      id: knownGuid(id),
      activeFrom,
    }));
    await checkPractices(store, viewerOf(context), { version: request.version, entries, removed });
    const closedDays = await checkPracticeClocks(store, entries, removed);
    const work = async ({ directory }: Within) => {
      const version = await directory.save({ entries, removed }, { after: request.version, closedDays });
      if (version === undefined) throw changedSince();
      return { version };
    };
    return withEntry(context, "changed directory", work, () => directoryWords(entries, removed));
  },
});
