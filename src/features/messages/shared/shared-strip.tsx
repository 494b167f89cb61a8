import { serviceNow } from "#room/api/service-clock.ts";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { showInstant } from "#room/api/show-instant.ts";
import type { LetterWork } from "#room/contract/operations/conversations.ts";
import type { SharedLetter } from "#room/contract/schemas/shared-letter.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { useNow } from "#room/ui/use-now.ts";
import { isMine, otherAnswering, readWords } from "./shared-words.ts";
import styles from "./shared.module.css";
import { useLetterWork, useSharedLetter } from "./use-shared-letter.ts";

interface SharedStripProps {
  readonly messageId: number;
  readonly letter: SharedLetter;
}

function offered({ takenBy }: SharedLetter, userName: string): { label: string; work: LetterWork } {
  if (!takenBy) return { label: "I’ll take it", work: "take" };
  return isMine(takenBy, userName)
    ? { label: "Let it go", work: "release" }
    : { label: "Take it over", work: "take-over" };
}

/** Of a letter to a shared address: who has it, who read and answered it, and taking it. */
export function SharedStrip({ messageId, letter }: SharedStripProps) {
  const { userName } = useWorkspace();
  const work = useLetterWork(messageId);
  // Looked at often while it is open.
  useSharedLetter(messageId);
  const [isBusy, setBusy] = useState(false);
  const writing = otherAnswering(letter, userName, useNow(30_000, serviceNow));
  const { label, work: wanted } = offered(letter, userName);
  const press = async () => {
    setBusy(true);
    try {
      await work(wanted);
    } catch (error) {
      const { title } = describeFailure(error);
      toast({ tone: "bad", title: "Not saved", detail: title });
    } finally {
      setBusy(false);
    }
  };
  const { address, takenBy, answeredBy, answeredAt } = letter;
  return (
    <div className={`row quiet ${styles.strip}`} role="group" aria-label={`Shared mailbox ${address}`}>
      <div role="status">
        <b>{address}</b>
        {takenBy ? <span>{isMine(takenBy, userName) ? "You have it" : `${takenBy} has it`}</span> : null}
        {writing === undefined ? null : <span className="warn">{writing} is answering</span>}
        {answeredBy ? (
          <span>
            Answered by {isMine(answeredBy, userName) ? "you" : answeredBy}
            {answeredAt ? `, ${showInstant(answeredAt)}` : ""}
          </span>
        ) : null}
        {letter.archivedBy ? (
          <span>
            Archived by {isMine(letter.archivedBy, userName) ? "you" : letter.archivedBy}, for everyone
          </span>
        ) : null}
        {letter.readBy.length > 0 ? <span>Read by {readWords(letter, userName)}</span> : null}
      </div>
      <Button size="small" isBusy={isBusy} data-print="hidden" onClick={() => void press()}>
        {label}
      </Button>
    </div>
  );
}
