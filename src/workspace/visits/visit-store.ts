import type { DraftEvent } from "#room/billing/draft-event.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { type AttemptContent, AttemptContents } from "./attempt-content.ts";
import { isNewsTo, type NewestEvent, withSeen } from "./claim.ts";
import { explained } from "./correction-entry.ts";
import { eventKey, newEntryOf, rewritten, type VisitEntry } from "./visit-entry.ts";
import type { BodyWrite } from "#room/workspace/storage/body-write.ts";
import {
  type OpenLease,
  type EditOptions,
  type LeaseParts,
  type DraftNotes,
  openLease,
} from "#room/workspace/storage/draft-lease.ts";
import { AlreadyThere, type EncryptedStore } from "#room/workspace/storage/encrypted-store.ts";
import { NotAllowed, NotTheWriter } from "#room/workspace/browser/failures.ts";
import { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import { OpenVisit, VisitBody, bodyId, bodyOf, contentId, recordOf, withoutNotes } from "./visit-body.ts";
import { type ServiceEvent, TransientVisits } from "./transient-visits.ts";
import { importVisits } from "./visit-import.ts";
import { ServiceSettling } from "./settled-by-service.ts";
import { ServiceVisits } from "./service-visits.ts";
import { reissueVisit } from "./visit-reissue.ts";
import { VisitRemoval } from "./visit-removal.ts";
import type { WorkspaceFacts } from "./send-plan.ts";
import { VersionIndex } from "./version-index.ts";
import type { ImportResult, Summarise, VisitRecord, VisitSource, VisitSummary } from "./visit-record.ts";
import type { Compared, ImportOptions, ReissueOptions, RemovedVisits, Visits } from "./visits.ts";

/** The record changed between reading and writing; read it again. */
class Moved extends Error {}

export interface VisitStoreParts extends LeaseParts {
  readonly engine: EncryptedStore;
  readonly userName: string;
  now(): number;
  serviceNow(): number;
  hasClaims(): boolean;
  /** Its code is loaded once a visit is written. */
  summariser(): Promise<Summarise>;
}

export class VisitStore implements Visits {
  readonly index: PagedIndex<VisitEntry>;
  readonly openVisit = new OpenVisit();
  readonly service: ServiceVisits;
  readonly settling: ServiceSettling;
  readonly contents: AttemptContents;
  readonly #guests: TransientVisits;
  readonly #removal: VisitRemoval;
  readonly #parts: VisitStoreParts;
  readonly #story: VersionIndex;

  constructor(parts: VisitStoreParts) {
    this.#parts = parts;
    this.index = new PagedIndex(parts.engine, "visits-", (a, b) => b.updatedAt - a.updatedAt);
    this.#story = new VersionIndex(this.index);
    this.contents = new AttemptContents(parts.engine, (keys) => this.bodies(keys));
    this.settling = new ServiceSettling(this);
    this.service = new ServiceVisits({ ...parts, onRows: this.settling.receiveRows });
    this.#guests = new TransientVisits(this);
    this.#removal = new VisitRemoval({
      engine: parts.engine,
      index: this.index,
      record: (eventId) => this.get(eventId),
      older: (eventId) => this.#story.older(eventId),
    });
  }

  readonly summariser = () => this.#parts.summariser();
  readonly list = (): readonly VisitSummary[] => this.#story.newest();
  readonly older = (eventId: string): readonly VisitEntry[] => this.#story.older(eventKey(eventId));
  readonly ofVisit = (visitId: string): readonly VisitEntry[] => this.#story.ofVisit(visitId);
  readonly newestOf = (eventId: string): string => this.#story.newestOf(eventKey(eventId));
  readonly summary = (eventId: string): VisitEntry | undefined =>
    this.index.get(eventKey(eventId)) ?? this.#guests.get(eventKey(eventId))?.entry;

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.index.subscribe(listener), this.service.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  };

  readonly remove = (eventIds: readonly string[]) => this.#removal.remove(eventIds);
  readonly restore = (removed: RemovedVisits) => this.#removal.restore(removed);

  /** The facts about the rest of the workspace that planOf needs. */
  planFacts(entry: VisitEntry): WorkspaceFacts {
    const { serviceVisitId: id = entry.visitId } = entry;
    return {
      ...(this.#parts.hasClaims() && {
        claim: this.service.claim(id),
        isOutdated: this.isNewsTo(entry, this.service.row(id)),
      }),
      sameVisit: this.#story.ofVisit(entry.visitId),
      removedCharge: this.#removal.removedCharge(entry),
      isReplaced: this.#story.isReplaced(entry),
    };
  }

  readonly isNewsTo = (entry: VisitSummary, row: NewestEvent) =>
    isNewsTo(entry, row, this, this.#parts.serviceNow() - this.#parts.now());

  readonly markSeen = (eventId: string, serviceEventId: string) =>
    this.index.change(eventKey(eventId), (known) => known && withSeen(known, serviceEventId));

  async get(eventId: string): Promise<VisitRecord | undefined> {
    const body = await this.#body(eventKey(eventId));
    return body && recordOf(body);
  }

  async #body(key: string): Promise<VisitBody | undefined> {
    const entry = this.index.get(key);
    const known = this.openVisit.body(entry);
    if (known && !this.#parts.vault.isLocked) return known;
    const [body] = await this.bodies([key]);
    if (entry) this.openVisit.take(body, entry);
    return body;
  }

  async bodies(keys: readonly string[]): Promise<(VisitBody | undefined)[]> {
    const written = await this.#parts.engine.read(keys.map(bodyId));
    return written.map((text, at) =>
      text === undefined ? this.#guests.get(keys[at] ?? "")?.body : VisitBody.read(text),
    );
  }

  #sealed(body: VisitBody): Promise<BodyWrite> {
    return this.#parts.engine.seal(bodyId(body.head.eventId), body.written());
  }

  newEntry(record: VisitRecord, source: VisitSource, summarise: Summarise): VisitEntry {
    return newEntryOf(record, source, { facts: summarise(record.event), now: this.#parts.now() });
  }

  /** Writes a new record and its row. Throws AlreadyThere. */
  async create(body: VisitBody, entry: VisitEntry, strict: boolean): Promise<void> {
    const write: BodyWrite = { ...(await this.#sealed(body)), mustBeNew: true };
    const place = (known: VisitEntry | undefined) => {
      if (known) throw new AlreadyThere();
      return entry;
    };
    await this.index.change(entry.eventId, place, { writes: [write], strict });
  }

  async receive(event: DraftEvent, known: ServiceEvent): Promise<void> {
    if (!this.index.get(eventKey(known.eventId))) await this.#guests.add(event, known);
  }

  forget(summary: VisitSummary): void {
    if (this.#guests.get(summary.eventId)?.entry === summary) this.#guests.delete(summary.eventId);
  }

  /** Stores an event that was only being viewed. */
  async keep(eventId: string): Promise<void> {
    const key = eventKey(eventId);
    const guest = this.#guests.get(key);
    if (!guest) return;
    try {
      const { isGuest: _guest, ...entry } = guest.entry;
      await this.create(guest.body, entry, true);
    } catch (error) {
      // Another tab has stored it.
      if (!(error instanceof AlreadyThere)) throw error;
    }
    this.#guests.delete(key);
  }

  /** Viewed events and who has which visit are not for the next user of this page. */
  drop(): void {
    this.#guests.clear();
    this.service.clear();
  }

  readonly explain = (eventId: string, reason: string) =>
    this.index.change(eventKey(eventId), (known) => known && explained(known, reason), { strict: true });

  async add(...[event, source, beside]: Parameters<Visits["add"]>): Promise<void> {
    const eventId = eventKey(String(event["eventId"] ?? ""));
    if (eventId === "") throw new NotAllowed("An event needs its eventId");
    const record: VisitRecord = { eventId, event, revision: 1, ...beside };
    try {
      await this.create(bodyOf(record), this.newEntry(record, source, await this.summariser()), true);
    } catch (error) {
      if (error instanceof AlreadyThere)
        throw new NotAllowed("This device has an event with this id already");
      throw error;
    }
  }

  /** Reads, changes and writes a record, while it is ours; an attempt's content is saved before it is overwritten. */
  async rewrite(
    eventId: string,
    change: (record: VisitRecord) => VisitRecord,
    isOurs = () => true,
  ): Promise<void> {
    await this.keep(eventId);
    for (;;) {
      const body = await this.#body(eventId);
      const entry = this.index.get(eventId);
      if (!body || !entry) throw new NotAllowed("This event is no longer on this device");
      const record = recordOf(body);
      const changed = change(record);
      // An entry waiting to be sent stays as submitted when the same content is written again.
      if (
        changed === record ||
        (entry.queued && JSON.stringify(withoutNotes(changed)) === JSON.stringify(withoutNotes(record)))
      )
        return;
      const next = { ...changed, revision: record.revision + 1 };
      try {
        await this.#write(body, next, { entry, isOurs });
        return;
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
      }
    }
  }

  async #write(
    before: VisitBody,
    next: VisitRecord,
    { entry, isOurs }: { readonly entry: VisitEntry; isOurs(): boolean },
  ): Promise<void> {
    const { eventId, revision } = before.head;
    const lastHash = entry.attempts.at(-1)?.contentHash;
    const isSent = entry.attemptRevision === revision;
    // The body has changed since: the sent content was saved separately.
    const sent =
      isSent || lastHash === undefined ? before.event : await this.contents.aside(eventId, lastHash);
    const isChanged = lastHash !== undefined && !isSameContent(sent, next.event);
    const body = bodyOf(next);
    const facts = (await this.summariser())(next.event);
    const writes = [await this.#sealed(body)];
    if (isChanged && isSent)
      writes.push(await this.#parts.engine.seal(contentId(eventId, lastHash), before.text));
    const apply = (known: VisitEntry | undefined): VisitEntry => {
      if (!known) throw new NotAllowed("This event is no longer on this device");
      if (!isOurs()) throw new NotTheWriter();
      if (known.revision !== revision || known.attempts.at(-1)?.contentHash !== lastHash) throw new Moved();
      const { attemptRevision: _old, ...rest } = known;
      return rewritten({
        ...rest,
        ...facts,
        revision: next.revision,
        ...(lastHash !== undefined && !isChanged && { attemptRevision: next.revision }),
        changedSinceAttempt: isChanged,
        edited: next.imported ? body.head.isAsImported !== true : known.attempts.length === 0,
        hasIncoming: next.incoming !== undefined,
        isUnfinished: next.typing !== undefined,
        updatedAt: this.#parts.now(),
      });
    };
    await this.index.change(eventId, apply, { writes, strict: true });
    this.openVisit.take(body, entry);
  }

  async put(eventId: string, event: DraftEvent): Promise<void> {
    const lease = await this.edit(eventId);
    try {
      await lease.put(event);
    } finally {
      await lease.end();
    }
  }

  edit(eventId: string, options: EditOptions = {}): Promise<OpenLease<DraftEvent>> {
    const id = eventKey(eventId);
    const write = (event: DraftEvent, notes?: DraftNotes, isOurs?: () => boolean) =>
      this.rewrite(id, (record) => ({ ...record, event, ...notes }), isOurs);
    return openLease(this.#parts, { name: id, id, index: this.index, write }, options);
  }

  importMany(events: readonly DraftEvent[], options: ImportOptions): Promise<readonly ImportResult[]> {
    return importVisits(this, events, options);
  }

  async resolveMerge(eventId: string, event: DraftEvent, compared: Compared): Promise<void> {
    await this.rewrite(eventKey(eventId), ({ incoming, filled: _1, typing: _2, ...record }) => {
      if (!isSameContent(record.event, compared.event) || !isSameContent(incoming, compared.incoming))
        throw new NotAllowed("The visit changed while you compared. Look at it again.");
      return { ...record, event, ...(incoming && { imported: incoming }) };
    });
  }

  reissue(eventId: string, options?: ReissueOptions): Promise<string> {
    const parts = {
      store: this,
      seal: (body: VisitBody) => this.#sealed(body),
      unseal: (key: string) => this.#parts.engine.removal("bodies", bodyId(key)),
      standIn: (entry: VisitEntry) => this.#story.standIn(entry),
    };
    return reissueVisit(parts, eventKey(eventId), options);
  }

  async attemptContent(eventId: string, attemptNumber: number): Promise<AttemptContent | undefined> {
    const entry = this.summary(eventId);
    return entry && this.contents.ofAttempt(entry, attemptNumber);
  }
}
