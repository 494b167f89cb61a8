import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useMemo, useSyncExternalStore } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { Select, TextArea, TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { PickFile } from "#room/features/diagnosis/pick-file.tsx";
import { BatchResults } from "./batch-results.tsx";
import { BatchRun } from "./batch-run.ts";
import styles from "./batch.module.css";
import { type BatchRow, readBatch } from "./read-batch.ts";
import { useKeptBatch } from "./use-kept-batch.ts";

const mostRows = 20_000;
const mostFileBytes = 8 * 1024 * 1024;

/** A column of codes, pasted or dropped, verified one by one with their own dates. */
export function BatchPanel() {
  const client = useQueryClient();
  const canSuggest = useServiceConfig().extensions.includes("describeDiagnosis");
  const { draft, setDraft, run, setRun } = useKeptBatch();
  const { text, svcDate, codeSystemName } = draft;
  const rows = useMemo(() => readBatch(text), [text]);

  const start = () => {
    run?.stop();
    const next = new BatchRun(rows.slice(0, mostRows), { svcDate, codeSystemName }, { client, canSuggest });
    setRun(next);
    void next.start();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > mostFileBytes) {
      toast({
        title: `${file.name} is too large`,
        detail: "A file of codes has at most 8 MB.",
        tone: "warn",
      });
      return;
    }
    setDraft({ text: await file.text() });
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className={styles.batch}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <TextArea
          label="Codes"
          name="codes"
          rows={10}
          spellCheck={false}
          className={styles.codes ?? ""}
          placeholder={"E11.9\t2026-10-01\nS72.001A\nI10\t10/15/2025"}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          hint="One code a line, or columns of code and date from a spreadsheet. Or drop a CSV file here."
          value={text}
          onChange={(event) => setDraft({ text: event.target.value })}
        />
        <div className={styles.side}>
          <TextField
            label="Date of rows without one"
            type="date"
            value={svcDate}
            hint="Empty means today."
            onChange={(event) => setDraft({ svcDate: event.target.value })}
          />
          <Select
            label="Code system of rows without one"
            value={codeSystemName}
            hint="By date: ICD-9-CM to 30 September 2015, ICD-10-CM after it."
            onChange={(event) => setDraft({ codeSystemName: event.target.value })}
          >
            <option value="">By service date</option>
            {codeSystems.map((system) => (
              <option key={system} value={system}>
                {system}
              </option>
            ))}
          </Select>
          <PickFile
            label="Choose a CSV file"
            fieldName="CSV file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onPick={(file) => void take(file)}
          />
          <Button look="primary" type="submit" disabled={rows.length === 0}>
            Verify
          </Button>
          <p className={styles.note} aria-live="polite">
            {countWords(rows)}
          </p>
        </div>
      </form>
      {run ? <Running run={run} defaultDate={svcDate} /> : null}
    </div>
  );
}

function countWords({ length }: readonly BatchRow[]): string {
  if (length > mostRows)
    return `The first ${mostRows.toLocaleString()} of ${length.toLocaleString()} codes are taken.`;
  return length === 1 ? "1 code" : `${length.toLocaleString()} codes`;
}

function Running({ run, defaultDate }: { readonly run: BatchRun; readonly defaultDate: string }) {
  const { answers, done, isRunning } = useSyncExternalStore(run.subscribe, run.state);
  const isFinished = done === answers.length;
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
      <BatchResults answers={answers} isFinished={isFinished} defaultDate={defaultDate} />
    </>
  );
}
