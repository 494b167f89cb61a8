import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import { loadCode } from "#room/api/load-code.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import type { Email } from "#room/contract/schemas/email.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import {
  type ComposerState,
  emptyComposer,
  toDraft,
  withRecipients,
} from "#room/features/messages/composer/composer-state.ts";
import { bareSubject } from "#room/features/messages/inbox/sort-summaries.ts";
import { receivedInFull } from "#room/features/messages/inbox/received-words.ts";
import { useOwnAddresses } from "#room/features/messages/own-address.ts";
import { htmlReader } from "#room/features/messages/rich/html-reader.ts";
import { letterText } from "#room/features/messages/rich/letter-text.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { KeptAttachment } from "#room/workspace/messages/message-record.ts";
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

/** The message quoted below its intro, as a letter to write on. Its code is loaded only by who writes. */
export async function contentOf(
  kind: AnswerKind,
  reply: Pick<MessageReply, "dateReceived">,
  email: Email,
): Promise<Pick<ComposerState, "mode" | "html" | "text">> {
  const [{ letterHtml, letterOfText, quotedLetter }, { letterOfHtml }] = await loadCode(() =>
    Promise.all([import("#room/features/messages/rich/letter-html.ts"), htmlReader()]),
  );
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

export type Answering = ReturnType<typeof useAnswer>;

interface Open {
  messageId: number | undefined;
  reply: MessageReply | undefined;
  summary: MailboxSummary | undefined;
}

/**
 * Creates a reply in the workspace and opens it: no part of the message goes through the URL, and it is a draft from
 * the first key on.
 */
export function useAnswer({ messageId, reply, summary }: Open) {
  const { messages } = useWorkspace();
  const own = useOwnAddresses();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  const open = async (state: ComposerState, email?: Email) => {
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
    await navigate({ to: "/messages/compose", search: { draft } });
  };

  const answer = async (kind: AnswerKind) => {
    if (isBusy || messageId === undefined) return;
    setBusy(true);
    try {
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
      await open(state, kind === "forward" ? (reply?.email ?? undefined) : undefined);
    } catch (error) {
      toast({
        title: "The reply couldn’t be started",
        detail: error instanceof Error ? error.message : "",
        tone: "bad",
        stays: 0,
      });
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    answer: (kind: AnswerKind) => void answer(kind),
    writeTo: (address: string) => void open(withRecipients(emptyComposer, "to", address)),
  };
}
