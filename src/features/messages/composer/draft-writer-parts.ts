import type { SaveState } from "#room/features/parts/saver.ts";
import type { DraftLease } from "#room/workspace/storage/draft-lease.ts";
import type { MessageDraft, OwnMessages } from "#room/workspace/messages/message-record.ts";
import type { ComposerState } from "./composer-state.ts";

export type DraftRole = DraftLease<MessageDraft>["role"];

export interface DraftOnShow {
  state: ComposerState;
  /** A follower shows what another tab writes; changes made here are ignored. */
  role: DraftRole;
  /** A new number means the content was replaced: reset the fields. */
  generation: number;
}

export interface DraftWriterParts {
  draftId: string;
  messages: OwnMessages;
  /** The initial content of a draft that is not saved yet. */
  first: ComposerState;
  show(draft: DraftOnShow): void;
  onSave(save: SaveState): void;
  /** See `setAside`. */
  onSetAside(): void;
}
