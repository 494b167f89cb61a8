import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { OperationRefused, UnexpectedStatus } from "#room/api/failures.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import type { StoredDraft } from "#room/contract/schemas/message-draft.ts";
import { base64ToBlob } from "#room/features/messages/attachments/base64-to-blob.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { toast } from "#room/ui/toast-store.ts";
import { base64Parts } from "#room/workspace/browser/base64.ts";
import type {
  KeptAttachment,
  MessageDraft,
  MessageEntry,
  OwnMessages,
} from "#room/workspace/messages/message-record.ts";
import type { DraftLease } from "#room/workspace/storage/draft-lease.ts";
import { contentOfDraft, draftOfContent, isSameDraft } from "./draft-on-wire.ts";
import { draftStep, goesUp, isAhead } from "./draft-step.ts";

/** For how long after its last change in another browser a draft is being written there. Milliseconds. */
const writtenFor = 120_000;
/** Milliseconds. */
const tryAgainAfter = 5 * 60_000;

interface Held {
  readonly lease: DraftLease<MessageDraft>;
  readonly until: number;
}

/** Whether the service will not take it as it is, however often it is asked. */
const isRefusal = (error: unknown): error is OperationRefused | UnexpectedStatus =>
  (error instanceof OperationRefused || error instanceof UnexpectedStatus) &&
  (error.status === 400 || error.status === 413 || ("code" in error && error.code === "other"));

/**
 * The drafts of one browser and those of the service, brought together. A draft that another browser is writing is held
 * as another tab holds it, so that what is open here follows it until the user takes it over.
 */
export class DraftSync {
  readonly #messages: OwnMessages;
  readonly #editorId: string;
  readonly #held = new Map<string, Held>();
  /** Until when those that the service did not take are not tried again. */
  readonly #refused = new Map<string, number>();
  #since = 0;

  constructor(messages: OwnMessages, editorId: string) {
    this.#messages = messages;
    this.#editorId = editorId;
  }

  /** Whether a draft is being written elsewhere. */
  get isFollowing(): boolean {
    return this.#held.size > 0;
  }

  async look(signal: AbortSignal): Promise<void> {
    for (const [id, { until }] of this.#held) if (until < Date.now()) this.#letGo(id);
    await this.#receive(signal);
    for (const entry of this.#messages.own()) {
      const step = goesUp(entry);
      if (step === undefined || (this.#refused.get(entry.id) ?? 0) > Date.now()) continue;
      await this.#send(entry, step, signal);
    }
  }

  close(): void {
    for (const id of this.#held.keys()) this.#letGo(id);
  }

  #letGo(id: string): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    held?.lease.release();
  }

  async #receive(signal: AbortSignal): Promise<void> {
    const asked = this.#since;
    const told = new Set<string>();
    let isWhole = asked === 0;
    for (let isMore = true; isMore;) {
      const options = { signal, whenSessionLost: "fail" } as const;
      const answer = await callOperation("listDraftChanges", { since: this.#since }, options);
      // A service that was restored tells everything again.
      isWhole ||= answer.changeNumber < this.#since;
      for (const draft of answer.drafts) {
        told.add(draft.draftId);
        await this.#take(draft, signal);
      }
      this.#since = answer.changeNumber;
      isMore = answer.isMore;
    }
    if (!isWhole) return;
    // Those that it has lost go up again.
    for (const { id, onService } of this.#messages.own())
      if (onService && !told.has(id)) await this.#messages.noteOnService(id, undefined);
  }

  #note(id: string, { version, draft }: StoredDraft): Promise<void> {
    const files = draft?.files.map(({ fileId }) => fileId) ?? [];
    const known = { version, revision: -1, files };
    return this.#messages.noteOnService(id, draft ? known : { ...known, isGone: true });
  }

  async #take(stored: StoredDraft, signal: AbortSignal): Promise<void> {
    const id = stored.draftId;
    const age = serviceNow() - Date.parse(`${stored.updatedOn.slice(0, 23)}Z`);
    const step = draftStep(this.#messages.entry(id), stored, this.#editorId);
    if (step === "nothing") return this.#holdAgain(stored, age);
    if (step === "note") return this.#note(id, stored);
    const draft = stored.draft ? draftOfContent(stored.draft, this.#messages) : undefined;
    if (draft) await this.#fetchFiles(id, draft, signal);
    const held = this.#held.get(id);
    const lease = held?.lease ?? (await this.#messages.edit(id));
    // Whoever has it open here saves what was typed last.
    if (lease.role === "follower") await lease.takeOver();
    try {
      await (draft ? this.#adopt(stored, draft) : this.#end(stored));
    } finally {
      if (!held && draft && age < writtenFor) this.#hold(id, lease, age);
      else if (held && draft) this.#held.set(id, { lease, until: Date.now() + writtenFor - age });
      else {
        this.#held.delete(id);
        lease.release();
      }
    }
  }

  /** What it is here is known, as after a reload; another browser may still be writing it. */
  async #holdAgain({ draftId, version, editorId, draft }: StoredDraft, age: number): Promise<void> {
    const entry = this.#messages.entry(draftId);
    const isKnown = draft && entry?.onService?.version === version && !isAhead(entry);
    if (!isKnown || editorId === this.#editorId || age >= writtenFor || this.#held.has(draftId)) return;
    const lease = await this.#messages.edit(draftId);
    if (lease.role === "follower") await lease.takeOver();
    this.#hold(draftId, lease, age);
  }

  #hold(id: string, lease: DraftLease<MessageDraft>, age: number): void {
    this.#held.set(id, { lease, until: Date.now() + writtenFor - age });
    // The user writes here instead.
    lease.subscribe(() => {
      if (lease.role === "follower") this.#letGo(id);
    });
  }

  async #adopt(stored: StoredDraft, draft: MessageDraft): Promise<void> {
    const id = stored.draftId;
    const entry = this.#messages.entry(id);
    const own = entry && isAhead(entry) ? await this.#messages.get(id) : undefined;
    if (own && !isSameDraft(own, draft, this.#messages)) {
      await this.#messages.copy(id);
      toast({
        title: "A draft was changed in two places",
        detail: `${shownSubject(own.subject)}: both are in Drafts.`,
        tone: "ask",
        stays: 0,
      });
    }
    await this.#messages.adopt(id, draft, stored.version);
  }

  async #end(stored: StoredDraft): Promise<void> {
    const id = stored.draftId;
    const entry = this.#messages.entry(id);
    // What was typed here since is kept, and goes up anew.
    const isKept = !entry || isAhead(entry);
    if (!isKept) await this.#messages.discard(id);
    await this.#note(id, stored);
  }

  async #fetchFiles(draftId: string, draft: MessageDraft, signal: AbortSignal): Promise<void> {
    const kept = await this.#messages.get(draftId);
    const have = new Set(kept?.attachments.map(({ id }) => id));
    for (const { id, fileName, contentType } of draft.attachments) {
      if (have.has(id)) continue;
      const request = { draftId, fileId: id };
      const { base64 } = await callOperation("getDraftFile", request, { signal, whenSessionLost: "fail" });
      const blob = await base64ToBlob(base64 ?? "", contentType);
      await this.#messages.addAttachment(draftId, blob, { id, fileName, contentType, signal });
    }
  }

  async #encode(request: object, files: readonly KeptAttachment[]): Promise<Blob> {
    const parts: BlobPart[] = [`${JSON.stringify(request).slice(0, -1)},"newFiles":[`];
    for (const [at, file] of files.entries()) {
      const content = await base64Parts(await this.#messages.attachment(file));
      parts.push(`${at === 0 ? "" : ","}{"fileId":"${file.id}","base64":"`, ...content, '"}');
    }
    return new Blob([...parts, "]}"]);
  }

  async #send(entry: MessageEntry, step: "save" | "discard", signal: AbortSignal): Promise<void> {
    const { id, revision, onService } = entry;
    const draft = step === "save" ? await this.#messages.get(id) : undefined;
    if (step === "save" && !draft) return;
    const has = new Set(onService?.isGone ? [] : onService?.files);
    const newFiles = (draft?.attachments ?? []).filter((file) => !has.has(file.id));
    const request = {
      draftId: id,
      version: onService?.version ?? 0,
      editorId: this.#editorId,
      ...(draft ? { draft: contentOfDraft(draft, this.#messages) } : {}),
    };
    try {
      const answer = await callOperation("saveDraft", request, {
        signal,
        whenSessionLost: "fail",
        encode: (whole) => this.#encode(whole, newFiles),
      });
      if (answer.isStale) {
        if (answer.current) return await this.#take(answer.current, signal);
        return await this.#messages.noteOnService(id, undefined);
      }
      const files = draft?.attachments.map((file) => file.id) ?? [];
      const known = { version: answer.version, revision, files };
      await this.#messages.noteOnService(id, draft ? known : { ...known, isGone: true });
    } catch (error) {
      // It stays in this browser, as with a service that keeps no drafts.
      if (!isRefusal(error)) throw error;
      if (!this.#refused.has(id))
        toast({
          title: "A draft stays in this browser only",
          detail: `${shownSubject(draft?.subject)}: ${describeFailure(error).title}`,
          tone: "ask",
        });
      this.#refused.set(id, Date.now() + tryAgainAfter);
    }
  }
}
