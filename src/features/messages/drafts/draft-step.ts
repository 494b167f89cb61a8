import type { StoredDraft } from "#room/contract/schemas/message-draft.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

/**
 * What becomes of a draft that the service tells of. `note`: only the version is news, since what is here goes up, or
 * was sent. `adopt`: its content comes here. `end`: it was sent or discarded elsewhere.
 */
type DraftStep = "nothing" | "note" | "adopt" | "end";

const isDraft = ({ state, discardedAt }: MessageEntry) =>
  (state === "draft" || state === "refused") && discardedAt === undefined;

/** Whether it was changed here since the service got it. */
export const isAhead = ({ revision, onService }: MessageEntry): boolean => onService?.revision !== revision;

/** Whether the service has to be told of it. */
export function goesUp(entry: MessageEntry): "save" | "discard" | undefined {
  const { onService, state, discardedAt } = entry;
  if (isDraft(entry)) return isAhead(entry) || onService?.isGone ? "save" : undefined;
  const isOver = discardedAt !== undefined || state === "sent";
  return isOver && onService && !onService.isGone ? "discard" : undefined;
}

/** @param editorId this browser */
export function draftStep(
  entry: MessageEntry | undefined,
  { version, editorId, draft }: Pick<StoredDraft, "version" | "editorId" | "draft">,
  ownEditorId: string,
): DraftStep {
  if (!entry) return draft ? "adopt" : "nothing";
  const known = entry.onService;
  if (known?.version === version) return "nothing";
  // A restored service, or an answer of ours that was lost: what is here is newer.
  if (known && version < known.version) return "note";
  if (editorId === ownEditorId || entry.state === "sent") return "note";
  // It is on its way. If it comes back, saving it says again what the service has.
  if (entry.state !== "draft" && entry.state !== "refused") return "nothing";
  if (!draft) return entry.discardedAt === undefined ? "end" : "note";
  return "adopt";
}
