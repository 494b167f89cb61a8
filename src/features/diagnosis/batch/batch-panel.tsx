import { counted } from "#room/contract/primitives/counted.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useMemo, useRef } from "react";
import { useWatch } from "react-hook-form";
import { useServiceConfig } from "#room/api/service-config.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { Button } from "#room/ui/button.tsx";
import { Select } from "#room/ui/select.tsx";
import { TextArea } from "#room/ui/text-field.tsx";
import { toastError } from "#room/ui/toast-store.ts";
import { readTextFile } from "#room/ui/read-text.ts";
import { PickFile } from "#room/ui/pick-file.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { BatchRun } from "./batch-run.ts";
import styles from "./batch.module.css";
import { unreadWords } from "./sum-words.ts";
import { readBatch } from "./read-batch.ts";
import { useKeptBatch } from "./use-kept-batch.ts";

export function BatchPanel() {
  const client = useQueryClient();
  const { extensions } = useServiceConfig();
  const { form, keep, run, setRun } = useKeptBatch();
  const text = useWatch({ control: form.control, name: "text" });
  const batch = useMemo(() => readBatch(text, clinicToday()), [text]);
  const { rows, columns } = batch;
  const unread = unreadWords(batch);

  const start = form.handleSubmit(({ svcDate, codeSystemName }) => {
    run?.stop();
    const next = new BatchRun(
      text,
      batch,
      { svcDate, codeSystemName },
      {
        client,
        canSuggest: extensions.includes("describeDiagnosis"),
        canMap: extensions.includes("mapDiagnosis"),
      },
    );
    setRun(next);
    void next.start();
  });
  /** A large one may be read after another is chosen. */
  const newest = useRef<File>(undefined);
  const put = (text: string) => form.setValue("text", text, { shouldDirty: true });
  const mend = (next: string) => {
    put(next);
    keep();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    newest.current = file;
    try {
      const read = await readTextFile(file, 8);
      if (newest.current === file) put(read);
    } catch (error) {
      toastError(`${file.name} couldn’t be read`, error, "warn");
    }
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className={styles.batch}>
      <form className={styles.form} onSubmit={(event) => void start(event)}>
        <TextArea
          label="Codes"
          rows={10}
          spellCheck={false}
          className={styles.codes ?? ""}
          placeholder={"E11.9\t10/01/2026\nS72.001A\nI10 J06.9\t10/15/2025"}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          hint="One or more codes per line, or a table from a spreadsheet: the code and date columns are detected. Or drop a CSV file here."
          {...form.register("text")}
        />
        <div className={`stack ${styles.side}`}>
          <FormDate
            control={form.control}
            name="svcDate"
            label="Date for rows without one"
            hint="Empty means today."
          />
          <Select
            label="Code system for rows without one"
            hint="By date: ICD-9-CM through 09/30/2015, ICD-10-CM after that."
            {...form.register("codeSystemName")}
            options={[["", "By date of service"], ...codeSystems.map((system) => [system] as const)]}
          />
          <PickFile
            label="Choose a CSV file"
            fieldName="CSV file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onPick={([file]) => void take(file)}
          />
          <Button look="primary" type="submit" disabled={rows.length === 0}>
            Verify
          </Button>
          <p className="quiet" aria-live="polite">
            {rows.length > 0
              ? counted(rows.length, "code")
              : `${text.trim() === "" ? "Enter" : "No code is found in this text: enter"} at least one code to verify.`}
          </p>
          {columns === "" ? null : <p className="quiet">{columns}</p>}
          {unread === "" ? null : <p className="quiet">{unread}</p>}
        </div>
      </form>
      {run ? <BatchProgress run={run} text={text} setText={mend} /> : null}
    </div>
  );
}
