import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { useForgetDiagnosisChecks } from "#room/api/diagnosis-check.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import type { CodeSetChange } from "#room/contract/operations/import-code-set.ts";
import { setWords } from "#room/features/diagnosis/show-dates.ts";
import { PickFile } from "#room/features/diagnosis/pick-file.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ImportIcon } from "#room/ui/icons.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { readUpload, type Upload } from "./read-upload.ts";
import styles from "./sets.module.css";

/** Drop the official file, see what would change, then import it. */
export function SetImport() {
  const forget = useForgetDiagnosisChecks();
  const [upload, setUpload] = useState<Upload>();
  const [year, setYear] = useState("");
  const trial = useMutation(operationMutation("importCodeSet"));
  const real = useMutation(operationMutation("importCodeSet"));
  const fiscalYear = /^20\d\d$/.test(year.trim()) ? { fiscalYear: Number(year) } : {};

  const take = async (file: File | undefined) => {
    if (!file) return;
    real.reset();
    const read = await readUpload(file);
    setUpload(read);
    trial.mutate({ ...read, ...fiscalYear, dryRun: true });
  };
  const store = () => {
    if (!upload) return;
    real.mutate(
      { ...upload, ...fiscalYear },
      {
        onSuccess: async ({ changes }) => {
          await forget();
          toast({ title: `${changes.map(({ set }) => set.name).join(", ")} imported`, tone: "ok" });
          setUpload(undefined);
          trial.reset();
        },
      },
    );
  };
  const error = real.error ?? trial.error;
  return (
    <section className={styles.import} aria-label="Import a code set">
      <h2>Import the official file</h2>
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        <p>
          The ICD-10-CM order file of a fiscal year, the ICD-9-CM v32 list of titles, or the mappings (GEM),
          as CMS and the CDC publish them: plain, .gz or .zip. Nothing is stored before you have seen what
          would change.
        </p>
        <div className={styles.pick}>
          <PickFile
            label="Choose a file, or drop it here"
            fieldName="Official file"
            accept=".txt,.gz,.zip"
            onPick={(file) => void take(file)}
          />
          <TextField
            label="Fiscal year"
            inputMode="numeric"
            placeholder="from the name"
            maxLength={4}
            value={year}
            onChange={(event) => setYear(event.target.value)}
          />
        </div>
      </div>
      {trial.isPending ? <ProgressBar label="Reading the file; nothing is stored yet" /> : null}
      {real.isPending ? <ProgressBar label="Importing" /> : null}
      {error ? <Refused error={error} /> : null}
      {trial.data && upload ? (
        <div className={styles.changes} role="status">
          <h3>What would change</h3>
          <ul>
            {trial.data.changes.map((change) => (
              <li key={change.set.name}>
                <b>{setWords(change.set)}</b>: {changeWords(change)}
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>
            <Button look="primary" icon={<ImportIcon />} isBusy={real.isPending} onClick={store}>
              Import
            </Button>
            <Button
              onClick={() => {
                setUpload(undefined);
                trial.reset();
              }}
            >
              Leave it
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

function changeWords(change: CodeSetChange): string {
  if (!change.comparedWith) return `all ${change.added.toLocaleString()} are new.`;
  const { added, removed, revised, turnedIntoHeaders, turnedBillable } = change;
  const parts = [
    `${added.toLocaleString()} added`,
    `${removed.toLocaleString()} removed`,
    `${revised} revised`,
  ];
  if (turnedIntoHeaders > 0) parts.push(`${turnedIntoHeaders} turned into headers`);
  if (turnedBillable > 0) parts.push(`${turnedBillable} turned billable`);
  return `${parts.join(", ")} against ${change.comparedWith}.`;
}

function Refused({ error }: { readonly error: Error }) {
  const words = describeFailure(error);
  const lines = error instanceof OperationRefused ? error.issues.map(({ message }) => message) : [];
  return (
    <Banner
      tone="bad"
      role="alert"
      title="The file is refused; nothing was stored"
      requestId={words.requestId}
    >
      {lines.length > 0 ? (
        <ul className={styles.faults}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        `${words.title}. ${words.advice}`
      )}
    </Banner>
  );
}
