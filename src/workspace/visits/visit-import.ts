import type { DraftEvent } from "#room/billing/draft-event.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { AlreadyThere, breathe } from "#room/workspace/storage/encrypted-store.ts";
import type { ImportResult, Summarise, VisitRecord } from "./visit-record.ts";
import { type EntryMaker, eventKey, type VisitEntry } from "./visit-entry.ts";
import { type VisitBody, bodyOf } from "./visit-body.ts";
import type { ImportOptions } from "./visits.ts";

const pieceSize = 32;
/** How long the page may be blocked at a time, in milliseconds. */
const turn = 10;

export interface ImportTarget extends EntryMaker {
  readonly index: { get(eventId: string): VisitEntry | undefined };
  /** The current key for it: of the corrected version, or of the eventId that replaced this one. */
  newestOf(key: string): string;
  create(body: VisitBody, entry: VisitEntry, strict: boolean): Promise<void>;
  rewrite(eventId: string, change: (record: VisitRecord) => VisitRecord): Promise<void>;
}

interface Importing extends ImportOptions {
  readonly summarise: Summarise;
}

async function addNew(
  store: ImportTarget,
  event: DraftEvent,
  eventId: string,
  { fileName, kind = "import", summarise }: Importing,
): Promise<void> {
  const record: VisitRecord = { eventId, event, imported: event, revision: 1 };
  await store.create(bodyOf(record), store.newEntry(record, { kind, name: fileName }, summarise), false);
}

async function bringToKnown(
  store: ImportTarget,
  eventId: string,
  event: DraftEvent,
  { kind }: ImportOptions,
): Promise<ImportResult["result"]> {
  let result: ImportResult["result"] = "same";
  await store.rewrite(eventId, (record) => {
    const entry = store.index.get(eventId);
    result = "same";
    const { incoming, ...merged } = record;
    // The service tells its newest event: what waits is older. Files come in any order.
    const rest = kind === "service" && incoming ? merged : record;
    if (isSameContent(record.imported ?? record.event, event)) return rest;
    if (incoming && isSameContent(incoming, event)) return record;
    // The draft was corrected here exactly as in the new import: the import becomes its baseline.
    if (isSameContent(record.event, event)) return { ...rest, imported: event };
    // A file's own newer version takes its place; the service's is another's.
    const isUntouched = kind !== "service" && record.imported && isSameContent(record.imported, record.event);
    if (isUntouched && entry && entry.attempts.length === 0 && !entry.queued) {
      result = "updated";
      return { ...record, event, imported: event };
    }
    // Its invoice is based on what was sent: later imports cannot be merged into it.
    if (entry?.state === "charged") {
      result = "charged";
      return record;
    }
    result = "conflict";
    return { ...record, incoming: event };
  });
  return result;
}

async function importOne(store: ImportTarget, event: DraftEvent, options: Importing): Promise<ImportResult> {
  const eventId = eventKey(options.idOf?.(event) ?? String(event["eventId"] ?? ""));
  // Its eventId was replaced since, or its corrected version exists.
  if (!store.index.get(store.newestOf(eventId))) {
    try {
      await addNew(store, event, eventId, options);
      return { eventId, result: "added" };
    } catch (error) {
      // The same event twice in one import, or another tab was faster.
      if (!(error instanceof AlreadyThere)) throw error;
    }
  }
  const newest = store.newestOf(eventId);
  return { eventId: newest, result: await bringToKnown(store, newest, event, options) };
}

/** Imports many events, in chunks that let the page respond. Aborting `signal` keeps what was done before. */
export async function importVisits(
  store: ImportTarget,
  events: readonly DraftEvent[],
  options: ImportOptions,
): Promise<ImportResult[]> {
  const importing = { ...options, summarise: await store.summariser() };
  const results: ImportResult[] = [];
  for (let start = 0; start < events.length && !options.signal?.aborted; start += pieceSize) {
    const piece: Promise<ImportResult>[] = [];
    let began = performance.now();
    for (const event of events.slice(start, start + pieceSize)) {
      const result = importOne(store, event, importing);
      // Awaited below; until then a failure must not count as unhandled.
      result.catch(() => undefined);
      piece.push(result);
      if (performance.now() - began < turn) continue;
      await breathe();
      began = performance.now();
    }
    results.push(...(await Promise.all(piece)));
    options.onProgress?.(results.length, events.length);
    await breathe();
  }
  return results;
}
