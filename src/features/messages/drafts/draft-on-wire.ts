import { given } from "#room/contract/keys-of.ts";
import type { DraftContent } from "#room/contract/schemas/message-draft.ts";
import type { MessageDraft, OwnMessages } from "#room/workspace/messages/message-record.ts";

type Own = Pick<OwnMessages, "entry" | "list">;

/** A draft as the service keeps it. */
export function contentOfDraft(draft: MessageDraft, own: Own): DraftContent {
  const resendOf = draft.resendOf === undefined ? undefined : own.entry(draft.resendOf)?.messageId;
  const { to, cc, bcc, from, subject, textBody, htmlBody, inReplyTo, visitId, attachments, composer } = draft;
  return {
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    subject,
    textBody,
    files: attachments.map(({ id, ...facts }) => ({ fileId: id, ...facts })),
    ...given({ from, htmlBody, inReplyTo, visitId, resendOf }),
    ...(composer === undefined ? {} : { composer: JSON.stringify(composer) }),
  };
}

/** Other programs may have put anything there. */
function composerOf(text: string | null | undefined): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

export function draftOfContent(content: DraftContent, own: Own): MessageDraft {
  const { resendOf } = content;
  const again = own.list().find(({ messageId }) => messageId !== undefined && messageId === resendOf);
  const { to, cc, bcc, from, subject, textBody, htmlBody, inReplyTo, visitId, files } = content;
  const composer = composerOf(content.composer);
  return {
    to,
    cc,
    bcc,
    subject,
    textBody,
    attachments: files.map(({ fileId, fileName, contentType, size }) => ({
      id: fileId,
      fileName,
      contentType,
      size,
    })),
    ...given({ from, htmlBody, inReplyTo, visitId, resendOf: again?.id }),
    ...(composer === undefined ? {} : { composer }),
  };
}

export function isSameDraft(one: MessageDraft, other: MessageDraft, own: Own): boolean {
  return JSON.stringify(contentOfDraft(one, own)) === JSON.stringify(contentOfDraft(other, own));
}
