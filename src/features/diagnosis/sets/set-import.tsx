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
import styles from "./sets.module.css";
import { useTrialImport } from "./use-trial-import.ts";

/** Drop the official file, see what would change, then import it. */
export function SetImport() {
  const forget = useForgetDiagnosisChecks();
  const [year, setYear] = useState("");
  const [confirmed, setConfirmed] = useState("");
  const trial = useTrialImport();
  const real = useMutation(operationMutation("importCodeSet"));

  const take = (file: File | undefined) => {
    if (!file) return;
    real.reset();
    setConfirmed("");
    trial.start({ file, ...(/^20\d\d$/.test(year.trim()) ? { fiscalYear: Number(year) } : {}) });
  };
  const isDrastic = trial.seen?.changes.some(({ removesHalf }) => removesHalf === true) === true;
  const isConfirmed = !isDrastic || confirmed.trim().toUpperCase() === "REMOVE";
  const store = () => {
    if (!trial.seen) return;
    real.mutate(
      { ...trial.seen.request, ...(isDrastic ? { mayRemoveHalf: true } : {}) },
      {
        onSuccess: async ({ changes }) => {
          await forget();
          toast({ title: `${changes.map(({ set }) => set.name).join(", ")} imported`, tone: "ok" });
          trial.stop();
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
          take(event.dataTransfer.files[0]);
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
            onPick={take}
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
      {trial.under ? <TrialProgress {...trial.under} onStop={trial.stop} /> : null}
      {real.isPending ? <ProgressBar label="Importing" /> : null}
      {error ? <Refused error={error} /> : null}
      {trial.seen ? (
        <div className={styles.changes} role="status">
          <h3>What would change</h3>
          <ul>
            {trial.seen.changes.map((change) => (
              <li key={change.set.name}>
                <b>{setWords(change.set)}</b>: {changeWords(change)}
              </li>
            ))}
          </ul>
          {isDrastic ? (
            <TextField
              label="This file removes more than half of the codes; it may be cut short. Type REMOVE to import it anyway"
              value={confirmed}
              onChange={(event) => setConfirmed(event.target.value)}
            />
          ) : null}
          <div className={styles.buttons}>
            <Button
              look="primary"
              icon={<ImportIcon />}
              disabled={!isConfirmed}
              isBusy={real.isPending}
              onClick={store}
            >
              Import
            </Button>
            <Button disabled={real.isPending} onClick={trial.stop}>
              Leave it
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

interface TrialProgressProps {
  readonly file: File;
  readonly bytesRead: number;
  onStop(): void;
}

function TrialProgress({ file, bytesRead, onStop }: TrialProgressProps) {
  const isRead = bytesRead >= file.size;
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={isRead ? `The service checks ${file.name}` : `Reading ${file.name}`}
        {...(isRead ? {} : { value: bytesRead, total: file.size })}
        detail={isRead ? "nothing is stored yet" : `${megabytes(bytesRead)} of ${megabytes(file.size)} MB`}
      />
      <Button onClick={onStop}>Stop</Button>
    </div>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString(undefined, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

function changeWords(change: CodeSetChange): string {
  if (!change.comparedWith) return `all ${change.added.toLocaleString()} are new.${leavesWords(change)}`;
  const { added, removed, revised, turnedIntoHeaders, turnedBillable } = change;
  if (added + removed + revised + turnedIntoHeaders + turnedBillable === 0)
    return change.set.kind === "codes" && change.comparedWith === change.set.name
      ? "Already loaded; nothing to do."
      : `the same codes as ${change.comparedWith}.`;
  const parts = [
    `${added.toLocaleString()} added`,
    `${removed.toLocaleString()} removed`,
    `${revised} revised`,
  ];
  if (turnedIntoHeaders > 0) parts.push(`${turnedIntoHeaders} turned into headers`);
  if (turnedBillable > 0) parts.push(`${turnedBillable} turned billable`);
  return `${parts.join(", ")} against ${change.comparedWith}.`;
}

/** The first official year takes the place of the starter set. */
function leavesWords({ set }: CodeSetChange): string {
  return set.kind === "codes" && set.codeSystemName === "ICD-10-CM"
    ? " Where the starter set still stands in, it leaves."
    : "";
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
