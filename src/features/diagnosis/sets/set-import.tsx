import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { useForgetDiagnosisChecks } from "#room/api/diagnosis-check.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { PickFile } from "#room/features/diagnosis/pick-file.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./sets.module.css";
import { TrialChanges } from "./trial-changes.tsx";
import { TrialProgress } from "./trial-progress.tsx";
import { useTrialImport } from "./use-trial-import.ts";

/** Drop the official files, see what would change, then import them. */
export function SetImport() {
  const forget = useForgetDiagnosisChecks();
  const [year, setYear] = useState("");
  const trial = useTrialImport();
  const real = useMutation(operationMutation("importCodeSet"));

  const take = (files: readonly File[]) => {
    if (files.length === 0 || real.isPending) return;
    real.reset();
    trial.start({ files, ...(/^20\d\d$/.test(year.trim()) ? { fiscalYear: Number(year) } : {}) });
  };
  const store = () => {
    if (!trial.seen) return;
    const isDoubtful = trial.seen.changes.some(({ doubt }) => doubt);
    real.mutate(
      { ...trial.seen.request, ...(isDoubtful ? { mayBeCut: true } : {}) },
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
      <h2>Import official files</h2>
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take([...event.dataTransfer.files]);
        }}
      >
        <p>
          The ICD-10-CM order file of a fiscal year, the ICD-9-CM version 32 list of titles, or the mappings
          between them (GEM), as CMS and the CDC publish them: .txt, .gz or .zip. You see what would change
          before anything is stored.
        </p>
        <div className={styles.pick}>
          <PickFile
            label="Choose files, or drop them here"
            fieldName="Official files"
            accept=".txt,.gz,.zip"
            isMultiple
            onPick={take}
          />
          <TextField
            label="Fiscal year"
            inputMode="numeric"
            placeholder="from the file name"
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
        <TrialChanges
          key={trial.startedAt}
          changes={trial.seen.changes}
          isStoring={real.isPending}
          onImport={store}
          onCancel={trial.stop}
        />
      ) : null}
    </section>
  );
}

function Refused({ error }: { readonly error: Error }) {
  const words = describeFailure(error);
  const lines = error instanceof OperationRefused ? error.issues.map(({ message }) => message) : [];
  return (
    <Banner tone="bad" role="alert" title="Nothing was stored" requestId={words.requestId}>
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
