import { useEffect } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useNow } from "#room/ui/use-now.ts";

const isHeld = ({ queued }: MessageEntry) =>
  queued?.state === "waiting" && (queued.reason === "undo" || queued.reason === "left");

/**
 * Closing the page asks first while a message is held; one left behind by an earlier page is announced before it is
 * sent.
 */
export function HeldLetters() {
  const entries = useOwnMessages();
  const mustAsk = entries.some((entry) => isHeld(entry) || entry.queued?.state === "sending");
  useEffect(() => {
    if (!mustAsk) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [mustAsk]);
  const left = entries.filter((entry) => isHeld(entry) && entry.queued?.reason === "left");
  return (
    <div role="status">
      {left.map((entry) => (
        <LeftBehind key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

function LeftBehind({ entry }: { entry: MessageEntry }) {
  const { outbox } = useWorkspace();
  const navigate = useNavigate();
  const seconds = useSecondsUntil(entry.queued?.notBefore ?? 0);
  const takeBack = async () => {
    if (await outbox.withdraw(entry.id))
      await navigate({ to: "/messages/compose", search: { draft: entry.id } });
  };
  const people = entry.to.length === 1 ? entry.to[0] : `${entry.to.length} people`;
  return (
    <Banner
      isStrip
      tone="warn"
      title={`A message was still waiting when the console was closed. It will be sent in ${seconds} s.`}
      actions={
        <>
          <Button size="small" look="primary" onClick={() => void takeBack()}>
            Don’t send
          </Button>
          <Button size="small" onClick={() => void outbox.release(entry.id)}>
            Send now
          </Button>
        </>
      }
    >
      “{shownSubject(entry.subject)}” to {people}
    </Banner>
  );
}

function useSecondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - useNow(500)) / 1000));
}
