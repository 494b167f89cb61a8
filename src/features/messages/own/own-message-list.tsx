import { useNavigate, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Table } from "#room/ui/table.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { replyKeyOf } from "#room/features/messages/sent/attention.ts";
import { adviceOn, messageWords } from "#room/features/messages/sent/delivery-words.ts";
import { useSentLetters } from "#room/features/messages/sent/use-needy-letters.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import { StateBadge, type Tone } from "#room/ui/state-badge.tsx";
import { serviceConfig } from "#room/api/service-config.ts";
import { isDraft } from "./use-searched-own.ts";
import styles from "./own-messages.module.css";

const SentMessage = lateDialog(async () => (await import("./sent-message.tsx")).SentMessage);

const states: Record<MessageEntry["state"], [Tone, string]> = {
  draft: ["plain", "Draft"],
  refused: ["bad", "Rejected"],
  waiting: ["accent", "Waiting"],
  unknown: ["ask", "Not known"],
  sent: ["ok", "Sent"],
};

/** The delivery state if the service reports it, else that the service accepted it. */
function StateOf({ entry, sent }: { entry: MessageEntry; sent: SentMessageReply | undefined }) {
  if (entry.state !== "sent" || sent === undefined)
    return <StateBadge tone={states[entry.state][0]}>{states[entry.state][1]}</StateBadge>;
  const { tone, words, noticeId } = messageWords(sent);
  return (
    <>
      <StateBadge tone={tone}>{words}</StateBadge>{" "}
      {noticeId === undefined ? null : (
        <Link to="/messages/$messageId" params={{ messageId: String(noticeId) }}>
          Notice
        </Link>
      )}
    </>
  );
}

function peopleWords(to: readonly string[]): string {
  if (to.length === 0) return "nobody yet";
  return to.length <= 2 ? to.join(", ") : `${to[0]} and ${to.length - 1} more`;
}

/** Whether the service lists what was sent elsewhere, too. */
const listsSent = () => serviceConfig().extensions.includes("findSentMessages");

const keepsDrafts = () => serviceConfig().extensions.includes("saveDraft");

export interface OwnMessageListProps {
  folder: "drafts" | "sent";
  openId: string | undefined;
  /** Only those that need attention. */
  isNeedy: boolean;
  entries: readonly MessageEntry[];
  /** They are those that a search found. */
  isSearched: boolean;
}

export function OwnMessageList({ folder, openId, isNeedy, entries: all, isSearched }: OwnMessageListProps) {
  const { known, needy } = useSentLetters();
  const adviceOf = new Map(needy.map((letter) => [letter.entry.id, adviceOn(letter)]));
  const entries = isNeedy ? all.filter(({ id }) => adviceOf.has(id) || id === openId) : all;
  const navigate = useNavigate();
  const { messages } = useWorkspace();
  const here = useMemo(
    () => ({ folder, ...(isNeedy ? { needs: "attention" as const } : {}) }),
    [folder, isNeedy],
  );
  const close = useCallback(() => void navigate({ to: "/messages", search: here }), [navigate, here]);
  const open = (entry: MessageEntry) => {
    if (isDraft(entry)) void navigate({ to: "/messages/compose", search: { draft: entry.id } });
    else void navigate({ to: "/messages", search: { ...here, own: entry.id } });
  };
  const discard = async (entry: MessageEntry) => {
    await messages.discard(entry.id);
    toast({
      title: "Draft discarded",
      action: { label: "Undo", run: () => void messages.restore(entry.id) },
    });
  };
  if (entries.length === 0 && isNeedy) {
    return (
      <EmptyState
        title="Nothing needs attention"
        actions={
          <Button onClick={() => void navigate({ to: "/messages", search: { folder } })}>
            Show all sent
          </Button>
        }
      >
        Messages that weren’t delivered, or that nobody answered for, are listed here.
      </EmptyState>
    );
  }
  if (entries.length === 0 && isSearched) return <EmptyState title="Nothing found" />;
  if (entries.length === 0) {
    return (
      <EmptyState title={folder === "drafts" ? "No drafts" : "Nothing sent yet"}>
        {folder === "drafts"
          ? keepsDrafts()
            ? "What you write is saved here until you send it, on whichever computer."
            : "What you write is saved here, on this device, until you send it."
          : listsSent()
            ? "Messages you send are listed here, from whichever computer."
            : "Messages you send from this device are listed here."}
      </EmptyState>
    );
  }
  const title = folder === "drafts" ? "Drafts" : "Sent";
  return (
    <>
      <Table
        className={styles.list}
        look="cards"
        label={title}
        heads={[
          "State",
          "To",
          "Subject",
          folder === "drafts" ? "Changed" : "Sent",
          { name: "Actions", isHidden: true },
        ]}
      >
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <StateOf entry={entry} sent={known?.get(replyKeyOf(entry))} />
            </td>
            <td className={`quiet nowrap ${styles.people}`}>
              {entry.sentBy === undefined ? "" : `${entry.sentBy} to `}
              {peopleWords(entry.to)}
            </td>
            <td className={styles.subject}>
              <button type="button" className={styles.open} onClick={() => open(entry)}>
                {shownSubject(entry.subject)}
              </button>
              <span className={styles.preview}>{entry.preview}</span>
              {adviceOf.has(entry.id) ? <p className="small">{adviceOf.get(entry.id)}</p> : null}
            </td>
            <td className="quiet nowrap">{formatToMinute(entry.sentAt ?? entry.updatedAt)}</td>
            <td className={`end ${styles.actions}`}>
              {isDraft(entry) ? (
                <Button look="quiet" size="small" onClick={() => void discard(entry)}>
                  Discard
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
      {openId === undefined ? null : <SentMessage id={openId} onClose={close} />}
    </>
  );
}
