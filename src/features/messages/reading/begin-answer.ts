import { loadCode } from "#room/api/load-code.ts";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import type { Email } from "#room/contract/schemas/email.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import {
  type ComposerState,
  emptyComposer,
  toDraft,
  withRecipients,
} from "#room/features/messages/composer/composer-state.ts";
import { receivedInFull } from "#room/features/messages/inbox/received-words.ts";
import { bareSubject } from "#room/features/messages/inbox/sort-summaries.ts";
import { htmlReader } from "#room/features/messages/rich/late-code.ts";
import { letterHtml, letterOfText, quotedLetter } from "#room/features/messages/rich/letter-html.ts";
import { letterText } from "#room/features/messages/rich/letter-text.ts";
import type { KeptAttachment, OwnMessages } from "#room/workspace/messages/message-record.ts";
import { type AnswerKind, answerTitle, answerTo, type QuoteFacts, quotedText, quoteIntro } from "./answer.ts";
import { picturesOfLetter } from "./pictures-of-letter.ts";
import { receivedAttachment } from "./received-attachment.ts";
import type { MessageReply } from "./use-message.ts";

function factsOf(email: Email, received: string | null | undefined): QuoteFacts {
  return {
    from: email.from ?? "",
    received: receivedInFull(received ?? email.createdTime),
    to: (email.to ?? []).join(", "),
    subject: email.subject ?? "",
  };
}

/** The message quoted below its intro, as a letter to write on. */
export async function contentOf(
  kind: AnswerKind,
  reply: Pick<MessageReply, "dateReceived">,
  email: Email,
): Promise<Pick<ComposerState, "mode" | "html" | "text">> {
  const { letterOfHtml } = await loadCode(htmlReader.load);
  const facts = factsOf(email, reply.dateReceived);
  const html = email.htmlBody ?? "";
  const plain = email.textBody ?? "";
  const written = html.trim() === "" ? undefined : letterOfHtml(html);
  const text = quotedText(kind, facts, plain.trim() === "" && written ? letterText(written) : plain);
  const letter = written
    ? quotedLetter(quoteIntro(kind, facts), written, kind !== "forward")
    : letterOfText(text);
  return { mode: "rich", text, html: letterHtml(letter) };
}

/** A draft is in the workspace from the first key on. Returns its id. */
export async function beginDraft(
  messages: OwnMessages,
  state: ComposerState,
  email?: Email,
): Promise<string> {
  const draft = crypto.randomUUID().replaceAll("-", "");
  await messages.begin(draft, toDraft(state));
  const attachments: KeptAttachment[] = [];
  const files = [...(email?.attachments ?? []), ...picturesOfLetter(email?.htmlBody ?? "")];
  for (const [at, attachment] of files.entries()) {
    const { name, type, blob } = receivedAttachment(attachment, at);
    attachments.push(
      await messages.addAttachment(draft, await blob(), { fileName: name, contentType: type.contentType }),
    );
  }
  if (attachments.length > 0) await messages.begin(draft, toDraft({ ...state, attachments }));
  return draft;
}

export const beginTo = (messages: OwnMessages, address: string) =>
  beginDraft(messages, withRecipients(emptyComposer, "to", address));

interface Answered {
  readonly kind: AnswerKind;
  readonly messageId: number;
  /** Undefined: the service provides no texts. */
  readonly reply: MessageReply | undefined;
  readonly summary: MailboxSummary | undefined;
  readonly own: readonly string[];
}

/** Begins the draft that answers a message, with what that quotes. */
export async function beginAnswer(
  messages: OwnMessages,
  { kind, messageId, reply, summary, own }: Answered,
): Promise<string> {
  if (!reply && kind !== "reply") throw new Error("This service doesn’t provide message text.");
  const email = reply?.email ?? { from: summary?.from, subject: summary?.subject };
  const { to, cc, subject } = answerTo(kind, email, own);
  const names = parseAddresses(email.from ?? "");
  let state: ComposerState = {
    ...emptyComposer,
    subject,
    inReplyTo: messageId,
    isForward: kind === "forward",
    toAll: kind === "reply-all",
    ...(summary?.shared ? { from: summary.shared.address } : {}),
  };
  for (const address of to) {
    const named = names.find((entry) => entry.address.toLowerCase() === address.toLowerCase());
    state = withRecipients(state, "to", named ? named.text : address);
  }
  state = withRecipients(state, "cc", cc.join(", "));
  const people = [...state.to, ...state.cc].map((entry) => entry.name || entry.address);
  state = { ...state, title: answerTitle(kind, people, oneLine(bareSubject(email.subject))) };
  if (reply?.email) state = { ...state, ...(await contentOf(kind, reply, reply.email)) };
  return beginDraft(messages, state, kind === "forward" ? (reply?.email ?? undefined) : undefined);
}
