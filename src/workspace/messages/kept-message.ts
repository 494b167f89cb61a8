import type { MessageDraft, MessageEntry, MessageState } from "./message-record.ts";
import { lastKnown } from "#room/workspace/attempts/attempt-list.ts";

export type KeptMessage = MessageEntry;

/** How long discarded messages can be restored, in milliseconds. */
export const discardedFor = 24 * 60 * 60 * 1000;

function messageStateOf(entry: Pick<KeptMessage, "attempts" | "queued" | "settlement">): MessageState {
  const last = lastKnown(entry);
  const outcome = last?.outcome;
  if (outcome === "sent") return "sent";
  if (entry.queued) return "waiting";
  // A later attempt without an answer is not the one that was settled.
  const { settlement } = entry;
  if (outcome === "unknown" && last && settlement && settlement.attempt >= last.number)
    return settlement.arrived ? "sent" : "draft";
  return outcome === "unknown" || outcome === "refused" ? outcome : "draft";
}

export function restatedMessage(entry: KeptMessage): KeptMessage {
  return { ...entry, state: messageStateOf(entry) };
}

export function unqueuedMessage({ queued: _queued, ...rest }: KeptMessage): KeptMessage {
  return restatedMessage(rest);
}

/** The same content keeps its id: a repeat reuses it, a changed message gets a new one. */
export function clientMessageId(id: string, revision: number): string {
  return `${id}-${String(revision)}`;
}

export function draftId(id: string): string {
  return `message/${id}`;
}

export function factsOf(draft: MessageDraft) {
  return {
    to: [...draft.to, ...draft.cc, ...draft.bcc],
    subject: draft.subject,
    preview: draft.textBody.slice(0, 160),
    attachmentCount: draft.attachments.length,
    ...(draft.resendOf === undefined ? {} : { resendOf: draft.resendOf }),
  };
}
