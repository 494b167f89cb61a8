import { capital } from "#room/billing/capital.ts";
import { ended } from "#room/billing/directory/plan-import.ts";
import { directoryKinds } from "#room/contract/schemas/directory.ts";
import { countWords, kindWords } from "#room/features/directory/kind-words.ts";
import styles from "#room/features/directory/directory.module.css";
import { saveFailureWords, useSaveEntries } from "#room/features/directory/use-save-entries.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { PickFile } from "#room/ui/pick-file.tsx";
import { Select } from "#room/ui/select.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportDiff } from "./import-diff.tsx";
import { useImport } from "./use-import.ts";

/** Imports a CSV file of one kind: choose columns, review the changes, apply. */
export function ImportPanel() {
  const { form, kind, isEnding, onKind, file, open, lacking, read, plan, today, close } = useImport();
  const save = useSaveEntries();
  const changes = plan
    ? [
        ...plan.added,
        ...plan.changed.map(({ after }) => after),
        ...(isEnding ? plan.missing.map((entry) => ended(entry, today)) : []),
      ]
    : [];
  const store = () =>
    save.mutate(
      {
        entries: changes,
        before: [
          ...(plan?.changed ?? []).map(({ before }) => before),
          ...(isEnding ? (plan?.missing ?? []) : []),
        ],
      },
      {
        onSuccess: () => {
          toast({ title: `${countWords(changes.length, kind)} saved`, tone: "ok" });
          close();
        },
      },
    );
  const pick = (files: readonly File[]) => {
    save.reset();
    void open(files[0]);
  };
  return (
    <section className={`stack ${styles.import}`} aria-label="Import">
      <Select
        label="What’s in the file"
        {...form.register("kind", { onChange: onKind })}
        options={directoryKinds.map((each) => [each, capital(kindWords[each].many)] as const)}
      />
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          pick([...event.dataTransfer.files]);
        }}
      >
        <PickFile
          label={file ? "Choose another file" : "Choose a CSV file, or drop it here"}
          fieldName="CSV file"
          accept=".csv,.txt,.tsv"
          onPick={pick}
        />
        {file ? <ImportColumns kind={kind} file={file} form={form} /> : null}
        {lacking.length > 0 ? (
          <Banner tone="warn" title={`Which column is the ${lacking.join(" and the ").toLowerCase()}?`}>
            Choose it above the column. If this isn’t a file of {kindWords[kind].many}, choose what’s in it.
          </Banner>
        ) : null}
        {read && plan ? (
          <>
            <ImportDiff plan={plan} faults={read.faults} />
            {plan.missing.length > 0 ? (
              <Checkbox
                label={`End the ${countWords(plan.missing.length, kind)} not in this file as of today`}
                {...form.register("isEnding")}
              />
            ) : null}
            {save.error ? <Banner tone="bad">{saveFailureWords(save.error)}</Banner> : null}
            <div className={`row ${styles.bar}`}>
              <Button onClick={close}>Cancel</Button>
              <Button look="primary" onClick={store} isBusy={save.isPending} disabled={changes.length === 0}>
                {changes.length === 0 ? "Nothing to save" : `Save ${countWords(changes.length, kind)}`}
              </Button>
            </div>
          </>
        ) : file ? (
          <div className={`row ${styles.bar}`}>
            <Button onClick={close}>Cancel</Button>
          </div>
        ) : (
          <p className={`quiet ${styles.more}`}>
            What’s in the file and its columns are found by the headings, and can be chosen by hand. You see
            what will change before anything is saved. A line without an ID is matched by{" "}
            {kind === "fee" ? "code, modifiers, payer and practice" : "name"}.
          </p>
        )}
      </div>
    </section>
  );
}
