import { useEffect, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import { withContacts } from "#room/features/messages/composer/suggest-contacts.ts";
import { LabelDialog } from "#room/features/messages/marks/chosen-bar.tsx";
import { labelsOf } from "#room/features/messages/marks/mark-change.ts";
import { ownAddressIn, withOwnAddress } from "#room/features/messages/own-address.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { MessagePane, type OpenMessageProps } from "./message-pane.tsx";
import { useAnswer, useAnswerKeys } from "./use-answer.ts";
import { useMessage } from "./use-message.ts";

const command = commandsOf("Message");

/** One open message: fetched, marked as read, its people remembered, its shortcuts active. */
export function OpenMessage(props: OpenMessageProps) {
  const { messageId, summary, marks, labels, onBack } = props;
  const [isLabeling, setLabeling] = useState(false);
  const state = useMessage(messageId);
  const reply = state.at === "loaded" ? state.reply : undefined;
  const { contacts, preferences, userName } = useWorkspace();
  const answering = useAnswer(messageId, summary);
  const { mark, markAll, isRead } = marks;
  const isOpened = state.at === "loaded" || state.at === "no-bodies";

  useEffect(() => {
    if (isOpened) mark([messageId], { isRead: true });
  }, [isOpened, mark, messageId]);

  useEffect(() => {
    const email = reply?.email;
    if (!email) return;
    const own = ownAddressIn(email, userName);
    if (own !== undefined) void preferences.update((all) => withOwnAddress(all, own)).catch(() => undefined);
    const from = parseAddresses(email.from ?? "");
    void contacts.update((all) => withContacts(all, from, Date.now())).catch(() => undefined);
  }, [reply, contacts, preferences, userName]);

  const isReadNow = isRead(summary ?? { messageId });
  const toggle = () => markAll([messageId], { isRead: !isReadNow });
  const canLabel = marks.hasAll && summary !== undefined;
  useCommands([
    {
      ...command("message.unread", "Mark as read or unread", "u", toggle),
      isEnabled: summary !== undefined,
    },
    {
      ...command("message.label", "Label this message", "l", () => setLabeling(true)),
      isEnabled: canLabel,
    },
    command("message.close", "Close the message", "escape", onBack),
  ]);
  useAnswerKeys(answering, state.at !== "no-bodies");

  return (
    <>
      <MessagePane
        {...props}
        state={state}
        isUnread={!isReadNow}
        answering={answering}
        onLabel={canLabel ? () => setLabeling(true) : undefined}
        onToggleRead={summary && toggle}
      />
      {isLabeling && summary ? (
        <LabelDialog
          count={1}
          labels={labels}
          ownLabels={labelsOf(summary)}
          onChange={(change) => marks.markAll([messageId], change)}
          onClose={() => setLabeling(false)}
        />
      ) : null}
    </>
  );
}
