import { useEffect } from "react";
import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import { withContacts } from "#room/features/messages/composer/suggest-contacts.ts";
import type { Marks } from "#room/features/messages/inbox/use-read-marks.ts";
import { ownAddressIn, withOwnAddress } from "#room/features/messages/own-address.ts";
import { useCommands } from "#room/ui/commands.ts";
import { MessagePane } from "./message-pane.tsx";
import { useAnswer } from "./use-answer.ts";
import { useMessage } from "./use-message.ts";

export interface OpenMessageProps {
  messageId: number;
  summary: MessageSummary | undefined;
  marks: Marks;
  onBack(): void;
}

/** One open message: fetched, marked as read, its people remembered, its shortcuts active. */
export function OpenMessage({ messageId, summary, marks, onBack }: OpenMessageProps) {
  const state = useMessage(messageId);
  const reply = state.at === "loaded" ? state.reply : undefined;
  const { contacts, preferences, userName } = useWorkspace();
  const answering = useAnswer({ messageId, reply, summary });
  const { mark, isRead } = marks;
  const isOpened = state.at === "loaded" || state.at === "no-bodies";

  useEffect(() => {
    if (isOpened) mark([messageId], true);
  }, [isOpened, mark, messageId]);

  useEffect(() => {
    const email = reply?.email;
    if (!email) return;
    const own = ownAddressIn(email, userName);
    if (own !== undefined) void preferences.update((all) => withOwnAddress(all, own)).catch(() => undefined);
    const from = parseAddresses(email.from ?? "");
    void contacts.update((all) => withContacts(all, from, Date.now())).catch(() => undefined);
  }, [reply, contacts, preferences, userName]);

  const group = "Message";
  const isEnabled = isOpened && !answering.isBusy;
  const hasBody = reply !== undefined;
  const toggle = () => mark([messageId], !isRead(messageId));
  useCommands([
    {
      id: "message.reply",
      title: "Reply",
      keys: "r",
      group,
      isEnabled,
      run: () => answering.answer("reply"),
    },
    {
      id: "message.reply-all",
      title: "Reply all",
      keys: "a",
      group,
      isEnabled: isEnabled && hasBody,
      run: () => answering.answer("reply-all"),
    },
    {
      id: "message.forward",
      title: "Forward",
      keys: "f",
      group,
      isEnabled: isEnabled && hasBody,
      run: () => answering.answer("forward"),
    },
    { id: "message.unread", title: "Mark as read or unread", keys: "u", group, run: toggle },
    { id: "message.close", title: "Close the message", keys: "escape", group, run: onBack },
  ]);

  return (
    <MessagePane
      messageId={messageId}
      summary={summary}
      state={state}
      isUnread={!isRead(messageId)}
      isAnswering={answering.isBusy}
      onAnswer={answering.answer}
      onToggleRead={toggle}
      onBack={onBack}
      onWriteTo={answering.writeTo}
    />
  );
}
