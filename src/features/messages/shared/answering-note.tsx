import { serviceNow } from "#room/api/service-clock.ts";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { useNow } from "#room/ui/use-now.ts";
import { otherAnswered, otherAnswering, otherTook } from "./shared-words.ts";
import { useLetterWork, useSharedLetter } from "./use-shared-letter.ts";

/** Less than half of what the service believes it for, and no more often than a hidden tab may. */
const repeatMs = 60_000;

interface AnsweringNoteProps {
  readonly messageId: number;
  /** The service's refusal has said already who answered. */
  readonly isTold: boolean;
}

/** Tells the others of a shared mailbox that this user is answering its letter, while this is shown; and what they do. */
export function AnsweringNote({ messageId, isTold }: AnsweringNoteProps) {
  const { userName } = useWorkspace();
  const work = useLetterWork(messageId);
  const letter = useSharedLetter(messageId);
  const now = useNow(30_000, serviceNow);
  const isShared = letter !== undefined;
  useEffect(() => {
    if (!isShared) return undefined;
    // The service asks again before it sends a second answer, so that nothing depends on this.
    const tell = () => void work("answer").catch(() => undefined);
    tell();
    const timer = setInterval(tell, repeatMs);
    const stop = () => void work("stop-answering", { keepalive: true }).catch(() => undefined);
    addEventListener("pagehide", stop);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", stop);
      stop();
    };
  }, [isShared, work]);
  if (!letter) return null;
  const writing = otherAnswering(letter, userName, now);
  const answered = otherAnswered(letter, userName);
  const taken = otherTook(letter, userName);
  if (writing !== undefined)
    return (
      <Banner tone="warn" role="status" title={`${writing} is answering this message, too`}>
        Ask before you send a second answer from {letter.address}.
      </Banner>
    );
  if (taken !== undefined)
    return (
      <Banner tone="warn" role="status" title={`${taken} has taken this message`}>
        Ask before you write an answer. You’ll be asked again before yours is sent.
      </Banner>
    );
  if (answered === undefined || isTold) return null;
  return (
    <Banner tone="warn" role="status" title={`${answered} has answered this message`}>
      Their answer is in{" "}
      <Link to="/messages/$messageId" params={{ messageId: String(messageId) }}>
        the conversation
      </Link>
      . You’ll be asked before yours is sent.
    </Banner>
  );
}
