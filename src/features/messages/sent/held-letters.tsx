import { useNavigate } from "@tanstack/react-router";
import { useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { useAskBeforeLeaving } from "#room/ui/use-ask-before-leaving.ts";
import { useNow } from "#room/ui/use-now.ts";
import { useUnshown } from "./shown-composers.ts";

const isHeld = ({ queued }: MessageEntry) =>
  queued?.state === "waiting" && (queued.reason === "undo" || queued.reason === "left");

/**
 * Closing the page asks first while a message is held. One whose composer was left, or that an earlier page left
 * behind, is told on every page until it is sent.
 */
export function HeldLetters() {
  const entries = useOwnMessages();
  useAskBeforeLeaving(entries.some((entry) => isHeld(entry) || entry.queued?.state === "sending"));
  const held = entries.filter(isHeld);
  const unshown = useUnshown(held.map(({ id }) => id));
  return (
    <div role="status">
      {held.map((entry) => (unshown.has(entry.id) ? <HeldLetter key={entry.id} entry={entry} /> : null))}
    </div>
  );
}

/** Told once when it appears; its seconds only count down for the eye. */
function HeldLetter({ entry }: { entry: MessageEntry }) {
  const { outbox } = useWorkspace();
  const navigate = useNavigate();
  const seconds = useSecondsUntil(entry.queued?.notBefore ?? 0);
  const isLeft = entry.queued?.reason === "left";
  const takeBack = async () => {
    if (await outbox.withdraw(entry.id))
      await navigate({ to: "/messages/compose", search: { draft: entry.id } });
    else toast({ title: "It was already sent", tone: "warn" });
  };
  const people = entry.to.length === 1 ? entry.to[0] : `${entry.to.length} people`;
  return (
    <Banner
      isStrip
      tone={isLeft ? "warn" : "accent"}
      title={
        isLeft
          ? "A message was still waiting when the console was closed. It will be sent."
          : "Your message will be sent. You can still take it back."
      }
      actions={
        <>
          <Button size="small" look="primary" onClick={() => void takeBack()}>
            {isLeft ? "Don’t send" : "Undo"}
          </Button>
          <Button size="small" onClick={() => void outbox.release(entry.id)}>
            Send now
          </Button>
        </>
      }
    >
      “{shownSubject(entry.subject)}” to {people}
      {seconds > 0 ? <span aria-hidden="true"> · in {seconds} s</span> : null}
    </Banner>
  );
}

function useSecondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - useNow(500)) / 1000));
}
