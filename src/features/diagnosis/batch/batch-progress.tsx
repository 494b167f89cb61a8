import { useMemo, useState, useRef, useSyncExternalStore } from "react";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { saveList } from "#room/features/parts/save-list.ts";
import { Button } from "#room/ui/button.tsx";
import { CopyIcon, ExportIcon } from "#room/ui/page-icons.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import type { BatchAnswer, BatchRun } from "./batch-run.ts";
import { BatchTable } from "./batch-table.tsx";
import { batchCsv, exactOf, isBad, tsvOf } from "./batch-words.ts";
import { sumWords, unreadWords } from "./sum-words.ts";
import styles from "./batch.module.css";
import { useTakenCodes } from "./use-taken-codes.ts";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";
import { formatCount } from "#room/ui/formats.ts";

interface BatchResultsProps {
  readonly answers: readonly BatchAnswer[];
  /** What was not checked, in a sentence. */
  readonly unread: string;
  readonly isFinished: boolean;
  /** The text was changed since. */
  readonly isOld: boolean;
  readonly onTake: (choices: ReadonlyMap<BatchAnswer, DiagnosisCode>) => void;
}

const save = (answers: readonly BatchAnswer[]) =>
  saveList({ list: "checked-codes", rows: answers.length }, () => batchCsv(answers), "diagnosis-codes.csv");

const copy = (answers: readonly BatchAnswer[]) =>
  copyText(tsvOf(answers), {
    title: `${formatCount(answers.length)} rows copied`,
    instead: "Export the CSV file instead.",
  });

function BatchResults({ answers, unread, isFinished, isOld, onTake }: BatchResultsProps) {
  const [onlyBad, setOnlyBad] = useState(false);
  const bad = useMemo(() => answers.filter(isBad), [answers]);
  const shown = onlyBad ? bad : answers;
  const choices = useMemo(() => exactChoices(shown), [shown]);
  return (
    <section className="stack" aria-label="Verified codes">
      <div className="row">
        <p role="status" className={styles.sum}>
          {isOld
            ? "The codes above were changed after these answers. Verify again."
            : isFinished
              ? sumWords(answers, unread)
              : ""}
        </p>
        <Button aria-pressed={onlyBad} onClick={() => setOnlyBad(!onlyBad)}>
          Needs attention {formatCount(bad.length)}
        </Button>
        {choices.size > 0 ? (
          <Button onClick={() => onTake(choices)}>
            {choices.size === 1
              ? "Use the exact ICD-10 code"
              : `Use all ${formatCount(choices.size)} exact ICD-10 codes`}
          </Button>
        ) : null}
        <Button icon={<CopyIcon />} onClick={() => void copy(shown)}>
          Copy
        </Button>
        <Button icon={<ExportIcon />} onClick={() => void save(shown)}>
          Export CSV
        </Button>
      </div>
      <BatchTable answers={shown} onTake={(answer, code) => onTake(new Map([[answer, code]]))} />
      {shown.length === 0 ? <p className="quiet">No rows need attention.</p> : null}
    </section>
  );
}

function exactChoices(answers: readonly BatchAnswer[]): ReadonlyMap<BatchAnswer, DiagnosisCode> {
  return new Map(
    answers.flatMap((answer) => {
      const exact = exactOf(answer);
      return exact ? [[answer, exact] as const] : [];
    }),
  );
}

interface BatchProgressProps {
  readonly run: BatchRun;
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** What has been verified so far, with replaced codes updated in the rows and in the text. */
export function BatchProgress({ run, text, setText }: BatchProgressProps) {
  const state = useSyncExternalStore(run.subscribe, run.get);
  const takeInstead = useTakenCodes(run, text, setText);
  const place = useRef<HTMLDivElement>(null);
  useFocusFollows(place, state?.phase);
  if (!state) return null;
  const { answers, done, phase } = state;
  const isRunning = phase === "running";
  const isFinished = done === answers.length;
  return (
    <>
      <div ref={place} className={styles.progress}>
        {isFinished ? null : (
          <ProgressBar
            label={isRunning ? "Verifying" : "Stopped"}
            value={done}
            total={answers.length}
            detail={`${formatCount(done)} of ${formatCount(answers.length)}`}
          />
        )}
        {isRunning ? <Button onClick={() => run.stop()}>Stop</Button> : null}
        {!isRunning && !isFinished ? <Button onClick={() => void run.start()}>Go on</Button> : null}
      </div>
      <BatchResults
        answers={answers}
        unread={unreadWords(run.batch)}
        isFinished={isFinished}
        isOld={!run.isOf(text)}
        onTake={takeInstead}
      />
    </>
  );
}
