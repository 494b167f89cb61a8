import { readJson } from "#room/contract/written-json.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { keepAttachment, pieceIds, readAttachment } from "./attachments.ts";
import {
  type DraftLease,
  type EditOptions,
  type LeaseParts,
  type DraftNotes,
  openLease,
} from "#room/workspace/storage/draft-lease.ts";
import type { EncryptedStore } from "#room/workspace/storage/encrypted-store.ts";
import { NotAllowed, NotTheWriter } from "#room/workspace/browser/failures.ts";
import type {
  AttachmentOptions,
  DraftOnService,
  KeptAttachment,
  SentAtService,
  SettledResult,
  MessageDraft,
  MessageEntry,
  OwnMessages,
} from "./message-record.ts";
import { SentElsewhere } from "./sent-elsewhere.ts";
import { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import {
  type KeptMessage,
  draftId,
  clientMessageId,
  factsOf,
  discardedFor,
  restatedMessage,
} from "./kept-message.ts";

const newerFirst = (a: KeptMessage, b: KeptMessage) => b.updatedAt - a.updatedAt;

export class MessageStore implements OwnMessages {
  readonly index: PagedIndex<KeptMessage>;
  readonly #engine: EncryptedStore;
  readonly #leases: LeaseParts;
  readonly #now: () => number;
  readonly #elsewhere = new SentElsewhere();
  #shown:
    | { of: readonly KeptMessage[]; sent: readonly KeptMessage[]; list: readonly MessageEntry[] }
    | undefined;

  constructor(engine: EncryptedStore, leases: LeaseParts, now: () => number) {
    this.#engine = engine;
    this.#leases = leases;
    this.#now = now;
    this.index = new PagedIndex(engine, "messages-", newerFirst);
  }

  readonly list = (): readonly MessageEntry[] => {
    const all = this.index.list();
    const sent = this.#elsewhere.list();
    if (this.#shown?.of !== all || this.#shown.sent !== sent) {
      const own = all.filter(({ discardedAt }) => discardedAt === undefined);
      const names = new Set(all.map(({ clientMessageId: name }) => name));
      const others = sent.filter(({ clientMessageId: name, sentBy }) => sentBy || !names.has(name));
      const list = others.length === 0 ? own : [...own, ...others].toSorted(newerFirst);
      this.#shown = { of: all, sent, list };
    }
    return this.#shown.list;
  };

  readonly entry = (id: string): MessageEntry | undefined => this.index.get(id) ?? this.#elsewhere.get(id);
  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.index.subscribe(listener), this.#elsewhere.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  receive(sent: readonly SentAtService[]): void {
    this.#elsewhere.receive(sent);
  }

  async keep(id: string, draft: MessageDraft): Promise<void> {
    const body = await this.#engine.seal(draftId(id), JSON.stringify(draft));
    await this.index.change(id, (known) => known ?? this.#elsewhere.get(id), { writes: [body] });
  }

  async get(id: string): Promise<MessageDraft | undefined> {
    const [written] = await this.#engine.read([draftId(id)]);
    // Written by `put` below.
    return written === undefined ? undefined : readJson<MessageDraft>(written);
  }

  edit(id: string, options: EditOptions = {}): Promise<DraftLease<MessageDraft>> {
    const write = (draft: MessageDraft, _notes?: DraftNotes, isOurs = () => true) =>
      this.#write(id, draft, {}, (entry) => {
        if (!isOurs()) throw new NotTheWriter();
        return entry;
      });
    return openLease(this.#leases, { name: draftId(id), id, index: this.index, write }, options);
  }

  put(id: string, draft: MessageDraft): Promise<void> {
    return this.#write(id, draft);
  }

  begin(id: string, draft: MessageDraft): Promise<void> {
    const known = this.index.get(id);
    const isListed = known !== undefined && known.discardedAt === undefined;
    return this.#write(id, draft, isListed ? {} : { discardedAt: this.#now() });
  }

  readonly own = (): readonly MessageEntry[] => this.index.list();

  async noteOnService(id: string, known: DraftOnService | undefined): Promise<void> {
    await this.index.change(id, (entry) => {
      if (!entry) return undefined;
      const { onService: _before, ...rest } = entry;
      return known ? { ...rest, onService: known } : rest;
    });
  }

  adopt(id: string, draft: MessageDraft, version: number): Promise<void> {
    const files = draft.attachments.map((file) => file.id);
    return this.#write(id, draft, {}, (entry) => ({
      ...entry,
      onService: { version, revision: entry.revision, files },
    }));
  }

  async #write(
    id: string,
    draft: MessageDraft,
    unlisted: Pick<MessageEntry, "discardedAt"> = {},
    noted: (entry: KeptMessage) => KeptMessage = (entry) => entry,
  ): Promise<void> {
    const body = await this.#engine.seal(draftId(id), JSON.stringify(draft));
    const apply = (known: KeptMessage | undefined): KeptMessage => {
      if (known?.queued || known?.state === "sent" || known?.state === "unknown")
        throw new NotAllowed(
          "This message is being sent, was sent, or may have been sent. Copy it to continue writing.",
        );
      const { discardedAt: _kept, ...rest } = known ?? this.#newEntry(id);
      const revision = rest.revision + 1;
      const named = { revision, clientMessageId: clientMessageId(id, revision) };
      return noted({ ...rest, ...unlisted, ...factsOf(draft), ...named, updatedAt: this.#now() });
    };
    await this.index.change(id, apply, { writes: [body], strict: true });
  }

  #newEntry(id: string): KeptMessage {
    const now = this.#now();
    const facts = { to: [], subject: "", preview: "", attachmentCount: 0 };
    const named = { revision: 0, clientMessageId: clientMessageId(id, 0) };
    return { id, state: "draft", ...facts, ...named, createdAt: now, updatedAt: now, attempts: [] };
  }

  addAttachment(_id: string, file: Blob, options: AttachmentOptions): Promise<KeptAttachment> {
    return keepAttachment(this.#engine, file, options);
  }

  attachment(kept: KeptAttachment): Promise<Blob> {
    return readAttachment(this.#engine, kept);
  }

  async removeAttachment(id: string, attachmentId: string): Promise<void> {
    const draft = await this.get(id);
    const kept = draft?.attachments.find((attachment) => attachment.id === attachmentId);
    if (!draft || !kept) return;
    await this.put(id, { ...draft, attachments: draft.attachments.filter((each) => each !== kept) });
    await this.#removeBlobs(id, [kept]);
  }

  async #removeBlobs(id: string, kept: readonly KeptAttachment[]): Promise<void> {
    const ids = kept.flatMap((attachment) => pieceIds(attachment));
    const writes = await Promise.all(ids.map((piece) => this.#engine.removal("blobs", piece)));
    if (writes.length > 0) await this.index.change(id, (known) => known, { writes });
  }

  async discard(id: string): Promise<void> {
    await this.index.change(id, (known) => {
      if (known?.queued) throw new NotAllowed("This message is being sent. Withdraw it first.");
      return known && { ...known, discardedAt: this.#now() };
    });
  }

  async restore(id: string): Promise<void> {
    await this.index.change(id, (known) => {
      if (!known) return undefined;
      const { discardedAt: _undone, ...rest } = known;
      return rest;
    });
  }

  async purge(): Promise<void> {
    const before = this.#now() - discardedFor;
    for (const { id, discardedAt, onService } of this.index.list()) {
      if (discardedAt === undefined || discardedAt > before) continue;
      // The service does not know of it yet, and would bring it back.
      if (onService && !onService.isGone) continue;
      const draft = await this.get(id);
      await this.#removeBlobs(id, draft?.attachments ?? []);
      const body = await this.#engine.removal("bodies", draftId(id));
      await this.index.change(id, () => undefined, { writes: [body] });
    }
  }

  async settle(id: string, { arrived, by, messageId }: SettledResult): Promise<void> {
    const at = this.#now();
    await this.index.change(id, (known) => {
      const attempt = known?.attempts.at(-1);
      if (known?.state !== "unknown" || known.queued || !attempt) return known;
      const settlement = { attempt: attempt.number, arrived, by, at };
      const sent = arrived ? { sentAt: attempt.startedAt, ...(messageId && { messageId }) } : {};
      return restatedMessage({ ...known, ...sent, settlement, updatedAt: at });
    });
  }

  async attend(id: string, matters: readonly string[]): Promise<void> {
    await this.index.change(id, (known) => {
      const entry = known ?? this.#elsewhere.get(id);
      return entry && { ...entry, attended: matters };
    });
  }

  async copy(id: string, typed?: MessageDraft): Promise<string> {
    const draft = typed ?? (await this.get(id));
    if (!draft) throw new NotAllowed("This message is no longer on this device");
    const newId = guidFromUuid(crypto.randomUUID());
    const attachments: KeptAttachment[] = [];
    for (const kept of draft.attachments)
      attachments.push(
        await keepAttachment(this.#engine, await this.attachment(kept), {
          fileName: kept.fileName,
          contentType: kept.contentType,
        }),
      );
    await this.put(newId, { ...draft, attachments });
    return newId;
  }
}
