import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import { NotAllowed } from "#room/workspace/browser/failures.ts";
import type { BodyWrite } from "#room/workspace/storage/body-write.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import { type VisitBody, bodyOf } from "./visit-body.ts";
import { type EntryMaker, isExample, type VisitEntry } from "./visit-entry.ts";
import type { VisitRecord } from "./visit-record.ts";
import type { ReissueOptions, Visits } from "./visits.ts";

interface ReissueStore extends EntryMaker, Pick<Visits, "get" | "remove" | "attemptContent"> {
  rewrite(eventId: string, change: (record: VisitRecord) => VisitRecord): Promise<void>;
  readonly index: PagedIndex<VisitEntry>;
}

interface ReissueParts {
  readonly store: ReissueStore;
  readonly seal: (body: VisitBody) => Promise<BodyWrite>;
  readonly unseal: (eventId: string) => Promise<BodyWrite>;
  /** The version that has already replaced it. */
  readonly standIn: (entry: VisitEntry) => string | undefined;
}

const gone = "This event is no longer on this device";
const taken = "Another visit on this device has that event ID";

/** Why the event must keep its eventId; undefined when it may be changed. */
function boundBy({ state, queued, hasIncoming, attempts }: VisitEntry): string | undefined {
  // What was sent stays as it was, and what waits beside it would stay with it.
  if (hasIncoming && attempts.length > 0) return blocked("to-be-merged").message;
  if (state === "charged") return "It was charged under its current event ID";
  if (queued) return "It is waiting to be sent under its current event ID";
  return state === "unknown" ? "Its last attempt is not settled yet; settle it first" : undefined;
}

/** Moves the draft to another eventId, replacing the old event; see Visits.reissue. */
export async function reissueVisit(
  { store, seal, unseal, standIn }: ReissueParts,
  old: string,
  { typed, seen }: ReissueOptions = {},
): Promise<string> {
  const entry = store.index.get(old);
  const record = await store.get(old);
  if (!entry || !record) throw new NotAllowed(gone);
  const newId = typed ?? guidFromUuid(crypto.randomUUID());
  const wasSent = entry.attempts.length > 0;
  const { incoming, ...kept } = record;
  const event = { ...record.event, eventId: newId };
  const next: VisitRecord = {
    ...kept,
    eventId: newId,
    event,
    revision: 1,
    ...(!wasSent && incoming && { incoming }),
  };
  const sent = await store.attemptContent(old, entry.attempts.length);
  const made = store.newEntry(
    next,
    wasSent && !entry.source.corrects ? { kind: "reissue", name: old } : entry.source,
    await store.summariser(),
  );
  const body = await seal(bodyOf(next));
  const marks = {
    edited: kept.imported ? !isSameContent(kept.imported, event) : !wasSent && entry.edited,
    ...(isExample(entry) && { isExample: true as const }),
    ...(entry.serviceVisitId !== undefined && { serviceVisitId: entry.serviceVisitId }),
    ...(entry.seenEventId !== undefined && { seenEventId: entry.seenEventId }),
    ...(!wasSent && {
      createdAt: entry.createdAt,
      hasIncoming: entry.hasIncoming,
      formerIds: [...(entry.formerIds ?? []), old].filter((id) => id !== newId),
    }),
  };
  let byAnother: string | undefined;
  let isTaken = false;
  const leave = (known: VisitEntry | undefined) => {
    byAnother = known && standIn(known);
    if (!known) throw new NotAllowed(gone);
    if (byAnother !== undefined) return known;
    if (isTaken) throw new NotAllowed(taken);
    if (known.revision !== (seen ?? known.revision)) throw new NotAllowed(blocked("changed-since").message);
    // It was sent just now, so it is a different case from the one being written.
    const isSentSince = known.attempts.length > entry.attempts.length;
    const bound = boundBy(known) ?? (isSentSince ? "It was just sent under its current event ID" : undefined);
    if (bound !== undefined) throw new NotAllowed(bound);
    return wasSent ? { ...known, replacedBy: newId } : undefined;
  };
  const arrive = (known: VisitEntry | undefined) => {
    isTaken = known !== undefined;
    if (isTaken) throw new NotAllowed(taken);
    return { ...made, ...marks };
  };
  // The new row comes first, so that one always exists; requested together, both are one write.
  const leaving = wasSent ? [] : [await unseal(old)];
  const arrival = store.index.change(newId, arrive, { writes: [body], strict: true });
  const left = store.index.change(old, leave, { writes: leaving, strict: true });
  const [, end] = await Promise.allSettled([arrival, left]);
  await arrival;
  if (end.status === "rejected" || byAnother !== undefined) await store.remove([newId]);
  if (end.status === "rejected") throw end.reason;
  if (byAnother !== undefined) return byAnother;
  if (sent && wasSent) await store.rewrite(old, (known) => ({ ...known, event: sent.sent }));
  return newId;
}
