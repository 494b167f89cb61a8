import { useCallback } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { base64Size } from "#room/contract/primitives/base64.ts";
import type { Email } from "#room/contract/schemas/email.ts";
import { base64ToBlob } from "#room/features/messages/attachments/base64-to-blob.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useAwaited } from "#room/ui/use-awaited.ts";
import type {
  KeptAttachment,
  MessageDraft,
  MessageEntry,
  OwnMessages,
} from "#room/workspace/messages/message-record.ts";

/** The content of a message sent elsewhere, kept here from now on. */
async function keepSent(messages: OwnMessages, id: string, email: Email): Promise<MessageDraft> {
  const attachments: KeptAttachment[] = [];
  for (const { base64, contentType, fileName } of email.attachments ?? []) {
    const facts = {
      fileName: fileName ?? "attachment",
      contentType: contentType ?? "application/octet-stream",
    };
    const blob = await base64ToBlob(base64 ?? "", facts.contentType);
    attachments.push({ ...(await messages.addAttachment(id, blob, facts)), size: base64Size(base64 ?? "") });
  }
  const draft: MessageDraft = {
    to: email.to ?? [],
    cc: email.cc ?? [],
    bcc: email.bcc ?? [],
    subject: email.subject ?? "",
    textBody: email.textBody ?? "",
    ...(typeof email.htmlBody === "string" ? { htmlBody: email.htmlBody } : {}),
    attachments,
  };
  await messages.keep(id, draft);
  return draft;
}

async function readSent(messages: OwnMessages, entry: MessageEntry): Promise<MessageDraft> {
  const kept = await messages.get(entry.id);
  if (kept) return kept;
  const { email } = await callOperation("getMessage", { messageId: entry.messageId, folder: "sent" });
  if (!email) throw new Error("The service has no such message");
  return keepSent(messages, entry.id, email);
}

/** What a message written here or elsewhere says; `onLost` if it cannot be read. */
export function useSentDraft(entry: MessageEntry | undefined, onLost: () => void): MessageDraft | undefined {
  const { messages } = useWorkspace();
  const id = entry?.id;
  return useAwaited(
    useCallback(
      async (signal: AbortSignal) => {
        const known = id === undefined ? undefined : messages.entry(id);
        try {
          return known && (await readSent(messages, known));
        } catch (error) {
          if (signal.aborted) return undefined;
          const { detail } = describeFailure(error);
          toast({ title: "The message can’t be read now", detail, tone: "bad" });
          onLost();
          return undefined;
        }
      },
      [id, messages, onLost],
    ),
  );
}
