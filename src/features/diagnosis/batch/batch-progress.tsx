import { useSyncExternalStore } from "react";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { BatchResults } from "./batch-results.tsx";
import type { BatchAnswer, BatchRun } from "./batch-run.ts";
import styles from "./batch.module.css";
import { withCodesTaken } from "./batch-text.ts";
import { unreadWords } from "./sum-words.ts";

interface BatchProgressProps {
  readonly run: BatchRun;
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** What has been verified so far, with replaced codes updated in the rows and in the text. */
export function BatchProgress({ run, text, setText }: BatchProgressProps) {
  const { answers, done, isRunning } = useSyncExternalStore(run.subscribe, run.state);
  const isFinished = done === answers.length;
  const takeInstead = (choices: ReadonlyMap<BatchAnswer, DiagnosisCode>) => {
    const undo = run.take(choices);
    const [only] = choices.values();
    setText(withCodesTaken(text, choices));
    toast({
      title:
        choices.size === 1
          ? `${only?.code ?? ""} was taken`
          : `${choices.size.toLocaleString()} codes were taken`,
      detail: "Check each against the record before you bill.",
      action: {
        label: "Undo",
        run: () => {
          undo();
          setText(text);
        },
      },
    });
  };
  return (
    <>
      <div className={styles.progress}>
        {isFinished ? null : (
          <ProgressBar
            label={isRunning ? "Verifying" : "Stopped"}
            value={done}
            total={answers.length}
            detail={`${done.toLocaleString()} of ${answers.length.toLocaleString()}`}
          />
        )}
        {isRunning ? <Button onClick={() => run.stop()}>Stop</Button> : null}
        {!isRunning && !isFinished ? <Button onClick={() => void run.start()}>Go on</Button> : null}
      </div>
      <BatchResults
        answers={answers}
        unread={unreadWords(run.batch)}
        isFinished={isFinished}
        onTake={takeInstead}
      />
    </>
  );
}
