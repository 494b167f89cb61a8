import { useEffect, useState } from "react";
import { useKept, useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { MessageContent } from "#room/features/messages/own/message-content.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { useShowsItself } from "#room/features/messages/sent/shown-composers.ts";
import { toast } from "#room/ui/toast-store.ts";
import { typingIsOver } from "#room/ui/typed-on.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { usualLimits } from "#room/features/messages/attachments/attachment-budget.ts";
import { useOwnDomains } from "#room/features/messages/own-address.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import { useKnownAddresses } from "#room/features/messages/addresses/known-addresses.ts";
import { useMailboxes } from "#room/features/messages/addresses/use-mailboxes.ts";
import type { MessageDraft } from "#room/workspace/messages/message-record.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./composer.module.css";
import { otherAnswered, otherTook } from "#room/features/messages/shared/shared-words.ts";
import { useSharedLetter } from "#room/features/messages/shared/use-shared-letter.ts";
import { useDebounced } from "#room/ui/use-debounced.ts";
import { typingRestMs } from "#room/features/messages/addresses/use-typed-findings.ts";
import { ComposerForm } from "./composer-form.tsx";
import { type ComposerState, recipientFields, toDraft } from "./composer-state.ts";
import { Opening } from "./message-text.tsx";
import { holdSeconds } from "./hold-time.ts";
import { refusedFaults } from "./refused-faults.ts";
import { SendOutcome } from "./send-outcome.tsx";
import { withContacts } from "./suggest-contacts.ts";
import { useComposer } from "./use-composer.ts";
import type { SendContext } from "./send-checks.ts";

/** Shown before a draft that another tab is editing. */
function ElsewhereNote({ onTakeOver }: { onTakeOver(): Promise<void> }) {
  const takeOver = () =>
    onTakeOver().catch(() => {
      toast({ tone: "bad", title: "The other tab didn’t respond", detail: "Close it, then try again." });
    });
  return (
    <Banner
      tone="warn"
      role="status"
      title="This message is being written in another tab or browser"
      actions={<Button onClick={() => void takeOver()}>Write here instead</Button>}
    >
      What you type there shows here. If you write here instead, what was typed there is saved, and it can
      only show the message.
    </Banner>
  );
}

/** A draft that is over: it is shown, and sent again only if the user keeps it. */
function EndedElsewhere({ draft, onKeep }: { draft: MessageDraft; onKeep(): void }) {
  return (
    <div className={styles.view}>
      <Banner
        tone="warn"
        role="status"
        title="This message was sent or discarded in another browser"
        actions={<Button onClick={onKeep}>Keep it as a draft</Button>}
      >
        Look in Sent before you send it again.
      </Banner>
      <MessageContent draft={draft} />
    </div>
  );
}

/** What a message is checked against: the service's limits, the user's own domains and the mailboxes there. */
function useSendContext(addresses: readonly string[]): SendContext {
  const { limits, reachesOutside = true } = useServiceConfig();
  const ownDomains = useOwnDomains();
  const mailboxes = useMailboxes(addresses);
  const known = useKnownAddresses();
  return {
    known,
    ownDomains,
    reachesOutside,
    ...mailboxes,
    subjectLimit: limits.subject ?? 255,
    limits: {
      attachment: limits.attachment ?? usualLimits.attachment,
      request: limits.sendMessageBody ?? usualLimits.request,
    },
  };
}

/** What a draft replies to or forwards; nothing for a new message. */
export interface Answered {
  draftId: string;
  title: string;
  messageId: number | undefined;
}

export interface ComposerViewProps {
  draftId: string;
  initial?: ComposerState | undefined;
  onClose(): void;
  onNew(): void;
  /** The message is on its way. If nothing shows it here anymore, a strip on every page does. */
  onQueued?(): void;
  /** The draft was read. */
  onRead?(answered: Answered): void;
}

/** One message, from writing to its outcome. */
export function ComposerView(props: ComposerViewProps) {
  const { draftId, initial, onClose, onNew, onQueued, onRead } = props;
  const { messages, outbox, contacts, preferences, userName } = useWorkspace();
  const entry = useOwnMessages().find((one) => one.id === draftId);
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const reach = useSendContext(addresses);
  const composer = useComposer(draftId, initial);
  const letter = useSharedLetter(composer.state.isForward ? undefined : composer.state.inReplyTo);
  const others = letter && {
    answeredBy: otherAnswered(letter, userName),
    takenBy: otherTook(letter, userName),
  };
  const context = { ...reach, ...others };
  const holdMs = holdSeconds(useKept(preferences)) * 1000;
  const [failure, setFailure] = useState<string>();
  const { state, shown, flush, abandon } = composer;
  const typed = useDebounced(
    recipientFields.map((field) => state.pending[field]).join(","),
    typingRestMs,
    "",
  );
  const written = [...recipientFields.flatMap((field) => state[field]), ...parseAddresses(typed)].map(
    ({ address }) => address,
  );
  if (written.join("\n") !== addresses.join("\n")) setAddresses(written);
  useShowsItself(draftId);
  const { title, inReplyTo: messageId } = state;
  useEffect(() => {
    if (shown) onRead?.({ draftId, title, messageId });
  }, [shown, onRead, draftId, title, messageId]);

  if (!shown) return <Opening />;
  const isOnItsWay = entry !== undefined && entry.state !== "draft" && entry.state !== "refused";
  if (isOnItsWay) {
    return (
      <SendOutcome
        entry={entry}
        holdMs={holdMs}
        closeWords="Done"
        onUndone={() => setFailure(undefined)}
        onClose={onClose}
        onNew={onNew}
      />
    );
  }

  // The list leaves out what was discarded.
  const known = messages.entry(draftId);
  if (known?.discardedAt !== undefined && known.onService?.isGone)
    return <EndedElsewhere draft={toDraft(state)} onKeep={() => void messages.restore(draftId)} />;

  if (shown.role === "follower") {
    return (
      <div className={styles.view}>
        <ElsewhereNote onTakeOver={composer.takeOver} />
        <MessageContent draft={toDraft(state)} />
      </div>
    );
  }

  const send = async () => {
    setFailure(undefined);
    try {
      // Pressing Send is also a change: half-typed text just became a tag, and a reply may be sent unedited.
      composer.change((old) => ({ ...old }));
      await flush();
      await outbox.enqueueMessage(draftId, { holdMs });
      const people = recipientFields.flatMap((field) => composer.latest()[field]);
      await contacts.update((all) => withContacts(all, people, Date.now(), { isWritten: true }));
      typingIsOver();
      onQueued?.();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The browser couldn’t save it.");
    }
  };
  const discard = () => {
    abandon();
    onClose();
    if (!messages.list().some((one) => one.id === draftId)) return;
    void messages.discard(draftId).then(() =>
      toast({
        title: "Draft discarded",
        action: { label: "Undo", run: () => void messages.restore(draftId) },
      }),
    );
  };
  const refused = refusedFaults(entry, state);
  return (
    <div className={styles.view}>
      {refused ? (
        <Banner tone="bad" role="alert" title={refused.title} requestId={refused.requestId}>
          {refused.advice}
        </Banner>
      ) : null}
      {failure === undefined ? null : (
        <Banner tone="bad" role="alert" title="It wasn’t sent">
          {failure}
        </Banner>
      )}
      <ComposerForm
        draftId={draftId}
        composer={composer}
        context={context}
        generation={shown.generation}
        refused={refused?.faults ?? []}
        isAnswerTold={
          context.answeredBy !== undefined && refused?.advice.startsWith(context.answeredBy) === true
        }
        onSend={send}
        onDiscard={discard}
      />
    </div>
  );
}
