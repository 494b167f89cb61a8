import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { NotAllowed } from "#room/workspace/browser/failures.ts";
import type { BodyWrite } from "#room/workspace/storage/commit.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import { type VisitBody, bodyOf } from "./visit-body.ts";
import { type VisitEntry, isExample } from "./visit-entry.ts";
import type { VisitRecord, VisitSource } from "./visit-record.ts";
import type { Visits } from "./visits.ts";

interface ReissueStore extends Pick<Visits, "get" | "remove" | "attemptContent"> {
  readonly index: PagedIndex<VisitEntry>;
  newEntry(record: VisitRecord, source: VisitSource): VisitEntry;
  rewrite(eventId: string, change: (record: VisitRecord) => VisitRecord): Promise<void>;
}

interface ReissueParts {
  readonly store: ReissueStore;
  readonly seal: (body: VisitBody) => Promise<BodyWrite>;
  readonly isReplaced: (entry: VisitEntry) => boolean;
}

/** The draft under a new eventId, in the place of the old event; see Visits.reissue. */
export async function reissueVisit({ store, seal, isReplaced }: ReissueParts, old: string): Promise<string> {
  const entry = store.index.get(old);
  const record = await store.get(old);
  if (!entry || !record) throw new NotAllowed("This browser does not have this event any more");
  const newId = guidFromUuid(crypto.randomUUID());
  const { imported } = record;
  const event = { ...record.event, eventId: newId };
  const next: VisitRecord = { eventId: newId, event, revision: 1, ...(imported && { imported }) };
  const sent = await store.attemptContent(old, entry.attempts.length);
  const made = store.newEntry(next, { kind: "reissue", name: old });
  const body = await seal(bodyOf(next));
  const marks = {
    edited: imported !== undefined && !isSameContent(imported, event),
    ...(isExample(entry) && { isExample: true as const }),
    ...(entry.serviceVisitId !== undefined && { serviceVisitId: entry.serviceVisitId }),
  };
  let byAnother: string | undefined;
  const leave = (known: VisitEntry | undefined) => {
    byAnother = known && isReplaced(known) ? known.replacedBy : undefined;
    if (!known || byAnother !== undefined) return known;
    if (known.state === "unknown" || known.queued)
      throw new NotAllowed("Its last attempt is not settled yet; settle it before the change goes out");
    return { ...known, replacedBy: newId };
  };
  // The new row comes first, so that none is ever without its place; asked for in one breath, both are one write.
  const arrival = store.index.change(newId, () => ({ ...made, ...marks }), {
    writes: [body],
    strict: true,
  });
  const left = store.index.change(old, leave, { strict: true });
  const [, end] = await Promise.allSettled([arrival, left]);
  await arrival;
  if (end.status === "rejected" || byAnother !== undefined) await store.remove([newId]);
  if (end.status === "rejected") throw end.reason;
  if (byAnother !== undefined) return byAnother;
  if (sent) await store.rewrite(old, (known) => ({ ...known, event: sent.sent }));
  return newId;
}
