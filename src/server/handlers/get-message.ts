import type { MessageRecord } from "#room/server/store/message-record.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { base64Length } from "#room/contract/primitives/base64.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { messageNumber, noteOfForeignMessage } from "./messaging-session.ts";

export async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("base64");
}

function emailOf(
  record: MessageRecord,
  context: HandlerContext,
): NonNullable<ResponseOf<"getMessage">["email"]> {
  return {
    to: [...record.to],
    from: record.sender,
    cc: [...record.cc],
    bcc: [...(record.bcc ?? [])],
    createdTime: record.createdTime,
    subject: record.subject,
    textBody: record.textBody,
    htmlBody: record.htmlBody,
    attachments: record.attachments.map(({ fileName, contentType, size, pieces }) => ({
      base64: context.later(base64Length(size), () => base64Of(pieces())),
      contentType,
      fileName,
    })),
  };
}

export const getMessage = defineMailHandler("getMessage", {
  failed: "The message could not be read",
  logged: "a message could not be read",
  isCostly: true,
  audit: {
    when: "first",
    note: (_request, { messageId }) => ({ action: "read message", subject: `message:${messageId}` }),
    noteOfFault: noteOfForeignMessage,
  },
  answer: async (request, context, user, { refuse, empty }) => {
    const messageId = messageNumber(request.messageId);
    const { messages } = context.store;
    const { userId } = user;
    const read = request.folder === "sent" ? messages.findSent : messages.find;
    const record = await read(userId, messageId);
    if (!record) return refuse("messageNotFound", "There is no such message in your mailbox.");
    if (request.folder !== "sent") await messages.noteOpened(userId, messageId, context.now().getTime());
    return {
      ...empty,
      email: emailOf(record, context),
      messageId,
      dateReceived: wireDateTimeOf(new Date(record.receivedAt)),
      messageSize: record.size,
    };
  },
});
