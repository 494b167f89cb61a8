import { describeFailure } from "#room/api/describe-failure.ts";
import type { DraftLease } from "#room/workspace/storage/draft-lease.ts";
import type { MessageDraft } from "#room/workspace/messages/message-record.ts";
import { type ComposerState, emptyComposer, fromDraft, isEmptyComposer, toDraft } from "./composer-state.ts";
import type { DraftOnShow, DraftRole, DraftWriterParts } from "./draft-writer-parts.ts";
import { setAside } from "./set-aside.ts";
import { keepUnsaved, takeUnsaved } from "./unsaved-drafts.ts";

const restMs = 400;

/**
 * One draft in this tab: saved shortly after each change while the tab holds the lease, followed while another tab
 * does.
 */
export class DraftWriter {
  readonly #parts: DraftWriterParts;
  #shown: DraftOnShow | undefined;
  #written: ComposerState | undefined;
  #lease: DraftLease<MessageDraft> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tail: Promise<void> = Promise.resolve();
  #looks = 0;
  #isOver = false;

  constructor(parts: DraftWriterParts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    const { draftId, messages, first, onSave } = this.#parts;
    try {
      const lease = await messages.edit(draftId, { beforeYield: () => this.flush() });
      this.#lease = lease;
      if (this.#isOver) return lease.release();
      lease.subscribe(() => void this.#look(lease).catch(this.#fail));
      await this.#look(lease);
    } catch (error) {
      this.#begin(first, "writer");
      onSave({ at: "failed", message: describeFailure(error).detail });
    }
  }

  readonly #fail = (error: unknown): void =>
    this.#parts.onSave({ at: "failed", message: describeFailure(error).detail });

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
    const left = takeUnsaved(this.#parts, draft);
    if (left?.isApart) await setAside(this.#parts, left.state, draft);
    else if (left) {
      this.#begin(left.state, "writer");
      this.take(left.state);
    }
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
    this.#parts.onSave({ at: "saving" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), restMs);
  }

  /** Saves unsaved changes; resolves when they are durable. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    const done = this.#tail.then(() => this.#write());
    this.#tail = done.catch(this.#fail);
    return done;
  }

  async #write(): Promise<void> {
    const { draftId, messages, first, onSave } = this.#parts;
    if (this.#shown?.role !== "writer" || this.#shown.state === this.#written) return;
    const { state } = this.#shown;
    if (messages.entry(draftId) === undefined && isEmptyComposer(state)) return;
    // Content from a link survives a reload but is not a draft until somebody types in it.
    if (state === first) await messages.begin(draftId, toDraft(state));
    else if (this.#lease) await this.#lease.put(toDraft(state));
    else await messages.put(draftId, toDraft(state));
    this.#written = state;
    onSave({ at: this.#shown.state === state ? "saved" : "saving" });
  }

  /** Stops saving: the draft was discarded. */
  abandon(): void {
    clearTimeout(this.#timer);
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
      if (this.#shown?.role === "writer") keepUnsaved(this.#parts, this.#shown.state, this.#written);
    });
    this.#lease?.release();
  }
}
