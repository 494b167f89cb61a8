import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { describeFailure } from "#room/api/describe-failure.ts";
import { useForgetDiagnosisChecks } from "#room/api/use-diagnosis-checks.ts";
import { CallFailure, OperationRefused } from "#room/api/failures.ts";
import type { CodeSetChange } from "#room/contract/operations/code-sets.ts";
import { readQuarter } from "#room/contract/primitives/quarter.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { PickFile } from "#room/ui/pick-file.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./sets.module.css";
import { TrialChanges } from "./trial-changes.tsx";
import { TrialProgress } from "./trial-progress.tsx";
import { useTrialImport } from "./use-trial-import.ts";

const { mutationFn: importFiles } = operationMutation("importCodeSet");

const fiscalYear = /^\s*20\d\d\s*$/;
const periodForm = z.object({
  period: z
    .string()
    .check(
      z.refine(
        (period) => period.trim() === "" || fiscalYear.test(period) || readQuarter(period) !== undefined,
        "Enter a year, such as 2027, or a quarter, such as 2026 Q4. Then choose the files again.",
      ),
    ),
});

export function SetImport() {
  const forget = useForgetDiagnosisChecks();
  const form = useForm({ defaultValues: { period: "" }, resolver: formResolver(periodForm) });
  const trial = useTrialImport();
  const real = useMutation({
    retry: false,
    mutationFn: (confirmed: Omit<RequestOf<"importCodeSet">, "files">) =>
      importFiles({ ...confirmed, files: [] }),
  });

  const take = (files: readonly File[]) => {
    if (files.length === 0 || real.isPending) return;
    real.reset();
    void form.handleSubmit(({ period }) => {
      const quarter = readQuarter(period);
      const year = fiscalYear.test(period) ? { fiscalYear: Number(period) } : {};
      trial.start({ files, ...year, ...(quarter === undefined ? {} : { quarter }) });
    })();
  };
  const store = () => {
    if (!trial.seen) return;
    const { uploadId, changes, notice } = trial.seen;
    const mayBeCut = changes.some(({ doubt }) => doubt);
    real.mutate(
      {
        uploadId,
        ...(mayBeCut ? { mayBeCut } : {}),
        ...(notice === undefined ? {} : { acceptsNotice: true }),
      },
      {
        onSuccess: async (stored) => {
          await forget();
          toast({ title: importedWords(stored.changes), tone: "ok" });
          trial.stop();
        },
        // The list shows whether it was stored.
        onError: () => void forget(),
      },
    );
  };
  return (
    <section className={`stack ${styles.import}`} aria-label="Import a code set">
      <h2>Import official files</h2>
      <div
        className={`stack ${styles.drop}`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take([...event.dataTransfer.files]);
        }}
      >
        <p>
          As CMS and the CDC publish them, .txt, .csv, .xlsx, .gz or .zip. For diagnoses: the ICD-10-CM order
          file of a fiscal year, the ICD-9-CM version 32 title list, and the mappings between them (GEM). For
          procedures: the quarterly HCPCS level II file. For claim edits: the NCCI practitioner pairs (all
          four files) and unit limits (MUE).
        </p>
        <p>
          For CPT: your own list, a .csv with the columns code, name, from and to. You see what would change
          before anything is stored.
        </p>
        <div className={`row ${styles.pick}`}>
          <PickFile
            label="Choose files, or drop them here"
            fieldName="Official files"
            accept=".txt,.csv,.xlsx,.gz,.zip"
            isMultiple
            onPick={take}
          />
          <TextField
            label="Fiscal year or quarter"
            placeholder="from the file name"
            {...fieldOf(form, "period")}
          />
        </div>
      </div>
      {trial.under ? <TrialProgress {...trial.under} onStop={trial.stop} /> : null}
      {real.isPending ? <ProgressBar label="Importing" /> : null}
      {real.error ? <NotImported error={real.error} /> : null}
      {trial.error ? <NotImported error={trial.error} isTrial /> : null}
      {trial.seen ? (
        <TrialChanges
          key={trial.startedAt}
          changes={trial.seen.changes}
          notice={trial.seen.notice}
          isStoring={real.isPending}
          onImport={store}
          onCancel={trial.stop}
        />
      ) : null}
    </section>
  );
}

function importedWords(changes: readonly CodeSetChange[]): string {
  const names = changes.map(({ set }) => set.name);
  return names.length > 3 ? `${names.length} sets imported` : `${names.join(", ")} imported`;
}

function NotImported({ error, isTrial = false }: { readonly error: Error; readonly isTrial?: boolean }) {
  const words = describeFailure(error);
  const refused = error instanceof OperationRefused ? error : undefined;
  const lines = refused?.issues.map(({ message }) => message) ?? [];
  const mayBeStored = !isTrial && error instanceof CallFailure && error.outcome === "unknown";
  const title = mayBeStored ? "It may have been stored: look in the list above" : "Nothing was stored";
  return (
    <Banner
      tone="bad"
      role="alert"
      title={refused?.code === "UploadGone" ? "Nothing was stored now" : title}
      requestId={words.requestId}
    >
      {lines.length > 0 ? (
        <ul className="stack">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : refused?.code === "UploadGone" ? (
        `${words.title} Look in the list above, or choose the files again.`
      ) : (
        `${words.title}. ${mayBeStored ? "It is safe to import it again." : words.advice}`
      )}
    </Banner>
  );
}
