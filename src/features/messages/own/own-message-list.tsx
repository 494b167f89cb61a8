import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useOwnMessages, useWorkspace } from "#room/features/workspace-context.ts";
import { fullDate } from "#room/features/messages/inbox/received-words.ts";
import type { MessageEntry } from "#room/workspace/message-record.ts";
import { Button } from "#room/ui/button.tsx";
import { classNames } from "#room/ui/class-names.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { StateBadge, type Tone } from "#room/ui/state-badge.tsx";
import tables from "#room/ui/table.module.css";
import { toast } from "#room/ui/toast-store.ts";
import { SentMessage } from "./sent-message.tsx";
import styles from "./own-messages.module.css";

const states: Record<MessageEntry["state"], [Tone, string]> = {
  draft: ["plain", "Draft"],
  refused: ["bad", "Refused"],
  waiting: ["accent", "Waiting"],
  unknown: ["ask", "May have been sent"],
  sent: ["ok", "Sent"],
};

const isDraft = (entry: MessageEntry) => entry.state === "draft" || entry.state === "refused";

export interface OwnMessageListProps {
  folder: "drafts" | "sent";
  openId: string | undefined;
}

/** Drafts, or what was sent or may have been. */
export function OwnMessageList({ folder, openId }: OwnMessageListProps) {
  const entries = useOwnMessages().filter((entry) => isDraft(entry) === (folder === "drafts"));
  const navigate = useNavigate();
  const { messages } = useWorkspace();
  const close = useCallback(() => void navigate({ to: "/messages", search: { folder } }), [navigate, folder]);
  const open = (entry: MessageEntry) => {
    if (isDraft(entry)) void navigate({ to: "/messages/compose", search: { draft: entry.id } });
    else void navigate({ to: "/messages", search: { folder, own: entry.id } });
  };
  const discard = async (entry: MessageEntry) => {
    await messages.discard(entry.id);
    toast({
      title: "Draft discarded",
      action: { label: "Undo", run: () => void messages.restore(entry.id) },
    });
  };
  if (entries.length === 0) {
    return (
      <EmptyState title={folder === "drafts" ? "No drafts" : "Nothing sent yet"}>
        {folder === "drafts"
          ? "What you write keeps itself here, in this browser, until it is sent."
          : "What you send from this browser is kept here with its message number."}
      </EmptyState>
    );
  }
  const title = folder === "drafts" ? "Drafts" : "Sent";
  return (
    <div className={classNames(tables.scroll, styles.list)}>
      <table className={tables.table} aria-label={title}>
        <thead>
          <tr>
            <th>State</th>
            <th>To</th>
            <th>Subject</th>
            <th>{folder === "drafts" ? "Changed" : "Sent"}</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <StateBadge tone={states[entry.state][0]}>{states[entry.state][1]}</StateBadge>
              </td>
              <td className={styles.people}>{peopleWords(entry.to)}</td>
              <td className={styles.subject}>
                <button type="button" className={styles.open} onClick={() => open(entry)}>
                  {entry.subject || "No subject"}
                </button>
                <span className={styles.preview}>{entry.preview}</span>
              </td>
              <td className={styles.when}>{fullDate(entry.sentAt ?? entry.updatedAt)}</td>
              <td className={styles.actions}>
                {isDraft(entry) ? (
                  <Button look="quiet" size="small" onClick={() => void discard(entry)}>
                    Discard
                  </Button>
                ) : (
                  <span className={styles.number}>
                    {entry.messageId === undefined ? "" : `No. ${entry.messageId}`}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {openId === undefined ? null : <SentMessage id={openId} onClose={close} />}
    </div>
  );
}

function peopleWords(to: readonly string[]): string {
  if (to.length === 0) return "nobody yet";
  return to.length <= 2 ? to.join(", ") : `${to[0]} and ${to.length - 1} more`;
}
