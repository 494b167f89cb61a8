import type { DraftLease } from "#room/workspace/storage/draft-lease.ts";
import type { MessageDraft, OwnMessages } from "#room/workspace/messages/message-record.ts";
import { type ComposerState, emptyComposer, fromDraft, isEmptyComposer, toDraft } from "./composer-state.ts";
import { Saver } from "#room/features/parts/saver.ts";
import { onceFor } from "#room/signals/once-for.ts";
import type { DraftOnShow, DraftRole, DraftWriterParts } from "./draft-writer-parts.ts";
import { setAside } from "./set-aside.ts";

/** By draft: what was typed and could not be stored before its page was left, and over what. In memory alone. */
const unsaved = onceFor((_of: OwnMessages) => new Map<string, { state: ComposerState; over: string }>());
const asText = (draft: MessageDraft | undefined) => JSON.stringify(draft ?? {});

/**
 * One draft in this tab: saved shortly after each change while the tab holds the lease, followed while another tab
 * does.
 */
export class DraftWriter {
  readonly #parts: DraftWriterParts;
  readonly #saver = new Saver();
  #shown: DraftOnShow | undefined;
  #written: ComposerState | undefined;
  #lease: DraftLease<MessageDraft> | undefined;
  #looks = 0;
  #isOver = false;

  constructor(parts: DraftWriterParts) {
    this.#parts = parts;
    this.#saver.use(() => this.#write());
    this.#saver.state.subscribe(() => parts.onSave(this.#saver.state.get()));
  }

  async open(): Promise<void> {
    const { draftId, messages, first } = this.#parts;
    try {
      const lease = await messages.edit(draftId, { beforeYield: () => this.flush() });
      this.#lease = lease;
      if (this.#isOver) return lease.release();
      lease.subscribe(() => void this.#look(lease).catch(this.#saver.fail));
      await this.#look(lease);
    } catch (error) {
      this.#begin(first, "writer");
      this.#saver.fail(error);
    }
  }

  /** A follower reads what was written; a new writer continues from it. */
  async #look({ role }: DraftLease<MessageDraft>): Promise<void> {
    // What this tab wrote itself is already on the page.
    if (role === "writer" && this.#shown?.role === "writer") return;
    this.#looks += 1;
    const look = this.#looks;
    const draft = await this.#parts.messages.get(this.#parts.draftId);
    const lost = !this.#isOver && role === "follower" && this.#shown?.role === "writer" && this.#shown;
    if (lost) this.#shown = { ...lost, role };
    if (lost && lost.state !== this.#written) await setAside(this.#parts, lost.state, draft);
    if (this.#isOver || look !== this.#looks) return;
    if (draft) this.#begin(fromDraft(draft), role);
    else this.#begin(this.#parts.first, role);
    this.#written = draft ? this.#shown?.state : emptyComposer;
    if (role === "writer") await this.#goOn(draft);
  }

  /** Goes on with what found no room earlier; beside what was stored meanwhile it becomes a draft of its own. */
  async #goOn(draft: MessageDraft | undefined): Promise<void> {
    const { draftId, messages } = this.#parts;
    const left = unsaved(messages).get(draftId);
    if (!left) return;
    unsaved(messages).delete(draftId);
    if (left.over !== asText(draft)) return setAside(this.#parts, left.state, draft);
    this.#begin(left.state, "writer");
    this.take(left.state);
  }

  #begin(state: ComposerState, role: DraftRole): void {
    this.#shown = { state, role, generation: (this.#shown?.generation ?? 0) + 1 };
    this.#written = emptyComposer;
    if (!this.#isOver) this.#parts.show(this.#shown);
  }

  /** Whether typing here is saved: never in a tab that follows another, or once it is over. */
  get mayWrite(): boolean {
    return !this.#isOver && this.#shown?.role === "writer";
  }

  /** Records the fields' state after a change and schedules a save. */
  take(state: ComposerState): void {
    if (!this.#shown || !this.mayWrite) return;
    this.#shown = { ...this.#shown, state };
    this.#saver.soon();
  }

  /** Saves unsaved changes; resolves when they are durable. */
  flush(): Promise<void> {
    // Content from a link survives a reload, too.
    if (this.#unwritten) this.#saver.soon();
    return this.#saver.flush();
  }

  get #unwritten(): ComposerState | undefined {
    if (this.#shown?.role !== "writer" || this.#shown.state === this.#written) return undefined;
    const { state } = this.#shown;
    const { draftId, messages } = this.#parts;
    return messages.entry(draftId) === undefined && isEmptyComposer(state) ? undefined : state;
  }

  async #write(): Promise<void> {
    const { draftId, messages, first } = this.#parts;
    const state = this.#unwritten;
    if (!state) return;
    // It is not a draft until somebody types in it.
    if (state === first) await messages.begin(draftId, toDraft(state));
    else if (this.#lease) await this.#lease.put(toDraft(state));
    else await messages.put(draftId, toDraft(state));
    this.#written = state;
  }

  /** Stops saving: the draft was discarded. */
  abandon(): void {
    this.#isOver = true;
    this.#written = this.#shown?.state;
  }

  takeOver(): Promise<void> {
    return this.#lease?.takeOver() ?? Promise.resolve();
  }

  /** Saves one last time, then releases the draft to other tabs. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.flush().catch(() => {
      if (this.#shown?.role !== "writer") return;
      const over = this.#written === emptyComposer ? undefined : this.#written && toDraft(this.#written);
      unsaved(this.#parts.messages).set(this.#parts.draftId, {
        state: this.#shown.state,
        over: asText(over),
      });
    });
    this.#lease?.release();
  }
}
