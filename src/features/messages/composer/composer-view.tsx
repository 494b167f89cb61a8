import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useKept, useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { MessageEntry, OwnMessages } from "#room/workspace/messages/message-record.ts";
import type { Outbox } from "#room/workspace/outbox/outbox.ts";
import { MessageContent } from "#room/features/messages/own/message-content.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./composer.module.css";
import { ComposerForm } from "./composer-form.tsx";
import { type ComposerState, recipientFields, toDraft } from "./composer-state.ts";
import { ElsewhereNote } from "./elsewhere-note.tsx";
import { holdSeconds } from "./hold-time.ts";
import { refusedFaults } from "./refused-faults.ts";
import { SendOutcome } from "./send-outcome.tsx";
import { withContacts } from "./suggest-contacts.ts";
import { useComposer } from "./use-composer.ts";
import { useSendContext } from "./use-send-context.ts";

export interface ComposerViewProps {
  draftId: string;
  initial?: ComposerState | undefined;
  onClose(): void;
  onNew(): void;
  /** Label of the button that closes the outcome. */
  closeWords?: string;
}

/** One message, from writing to its outcome. */
export function ComposerView(props: ComposerViewProps) {
  const { draftId, initial, onClose, onNew, closeWords = "Done" } = props;
  const { messages, outbox, contacts, preferences } = useWorkspace();
  const entry = useOwnMessages().find((one) => one.id === draftId);
  const context = useSendContext();
  const composer = useComposer(draftId, { initial, context });
  const holdMs = holdSeconds(useKept(preferences)) * 1000;
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { form, state, shown, flush, abandon } = composer;

  useEffect(() => {
    // The browser asks before closing the tab only while something is unsaved.
    const ask = (event: BeforeUnloadEvent) => {
      if (composer.save.at === "failed") event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [composer.save.at]);

  if (!shown) return <Spinner />;
  const close = () => {
    onClose();
    if (entry)
      offerUndo(entry, { messages, outbox }, (search) => void navigate({ to: "/messages/compose", search }));
  };
  const isOnItsWay = entry !== undefined && entry.state !== "draft" && entry.state !== "refused";
  if (isOnItsWay) {
    return (
      <div data-composer={draftId}>
        <SendOutcome
          entry={entry}
          holdMs={holdMs}
          closeWords={closeWords}
          onUndone={() => setFailure(undefined)}
          onClose={close}
          onNew={onNew}
        />
      </div>
    );
  }

  if (shown.role === "follower") {
    return (
      <div data-composer={draftId} className={styles.view}>
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
      const people = recipientFields.flatMap((field) => form.getValues(field));
      await contacts.update((all) => withContacts(all, people, Date.now()));
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
    <div data-composer={draftId} className={styles.view}>
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
        onSend={send}
        onDiscard={discard}
      />
    </div>
  );
}

interface Desk {
  readonly messages: OwnMessages;
  readonly outbox: Outbox;
}

/** Offers Undo after the composer was closed, while its message is held by this Send. */
function offerUndo(
  entry: MessageEntry,
  { messages, outbox }: Desk,
  openDraft: (search: { draft: string }) => void,
): void {
  const left = (entry.queued?.notBefore ?? 0) - Date.now();
  if (entry.queued?.reason !== "undo" || left < 500) return;
  const undo = async () => {
    stop();
    if (await outbox.withdraw(entry.id)) openDraft({ draft: entry.id });
    else toast({ title: "It was already sent", tone: "warn" });
  };
  const action = { label: "Undo", run: () => void undo() };
  const since = entry.queued.since;
  const isHeld = () => messages.entry(entry.id)?.queued?.since === since;
  const stop = messages.subscribe(() => {
    if (isHeld()) return;
    stop();
    close();
  });
  const close = toast({
    title: "Sending in a moment",
    detail: entry.subject,
    stays: left,
    action,
    onGone: () => stop(),
  });
}
