import { onceFor } from "#room/signals/once-for.ts";
import type { MessageDraft, OwnMessages } from "#room/workspace/messages/message-record.ts";
import { type ComposerState, emptyComposer, toDraft } from "./composer-state.ts";

/** By draft: what was typed and could not be stored before its page was left, and over what. In memory alone. */
const unsaved = onceFor((_of: OwnMessages) => new Map<string, { state: ComposerState; over: string }>());

interface OfDraft {
  readonly draftId: string;
  readonly messages: OwnMessages;
}

const asText = (draft: MessageDraft | undefined) => JSON.stringify(draft ?? {});

export function keepUnsaved(
  { draftId, messages }: OfDraft,
  state: ComposerState,
  written = emptyComposer,
): void {
  const over = asText(written === emptyComposer ? undefined : toDraft(written));
  unsaved(messages).set(draftId, { state, over });
}

/** What was kept, once; it is apart from the draft where something else was stored meanwhile. */
export function takeUnsaved({ draftId, messages }: OfDraft, draft: MessageDraft | undefined) {
  const kept = unsaved(messages).get(draftId);
  unsaved(messages).delete(draftId);
  return kept && { state: kept.state, isApart: kept.over !== asText(draft) };
}
