import type { MessageDraft, OwnMessages } from "#room/workspace/messages/message-record.ts";
import { type ComposerState, isEmptyComposer, toDraft } from "./composer-state.ts";

interface AsideParts {
  readonly draftId: string;
  readonly messages: Pick<OwnMessages, "copy">;
  onSetAside(): void;
}

/** Makes a draft of its own of what was typed here and not stored before another tab took the draft over. */
export async function setAside(
  { draftId, messages, onSetAside }: AsideParts,
  state: ComposerState,
  stored: MessageDraft | undefined,
): Promise<void> {
  const typed = toDraft(state);
  if (isEmptyComposer(state) || JSON.stringify(typed) === JSON.stringify(stored)) return;
  await messages.copy(draftId, typed);
  onSetAside();
}
