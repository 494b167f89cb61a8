import { useState } from "react";
import { useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { ownPractices } from "#room/api/account.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import { entryKey } from "#room/billing/directory/entry-key.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKey, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Select } from "#room/ui/select.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./directory.module.css";
import { entryFields, entryForm, entryOf, type EntryValues, valuesOf } from "./entry-form.ts";
import { kindWords } from "./kind-words.ts";
import { isLimited, isOwn } from "./own-entries.ts";
import { OtherPrices } from "./other-prices.tsx";
import { ChangedMeanwhile, saveFailureWords, useSaveEntries, useUndo } from "./use-save-entries.ts";

type ToBeNamed = Pick<Partial<DirectoryEntry>, "id" | "code" | "amount"> & { readonly kind?: never };

export interface EntryDialogProps {
  readonly kind: DirectoryKind;
  /** Initial values: none for a new entry; for an id to be named, the id and what events say about it. */
  readonly entry: DirectoryEntry | ToBeNamed;
  readonly onClose: () => void;
}

export function EntryDialog({ kind, entry, onClose }: EntryDialogProps) {
  const names = useNames();
  const { directory } = useWorkspace();
  // The version this edit is based on, so that a concurrent change is not overwritten unseen.
  const [known, setKnown] = useState(() => (entry.kind === undefined ? undefined : entry));
  const [start] = useState(() => ({
    ...valuesOf({ ...entry, id: entry.id ?? guidFromUuid(crypto.randomUUID()) }),
    ...(known ? {} : { practiceId: ownPractices()[0] ?? "" }),
  }));
  const [today] = useState(clinicToday);
  const form = useForm<EntryValues>({ defaultValues: start, resolver: formResolver(entryForm(kind, today)) });
  const isKnown = known !== undefined;
  const save = useSaveEntries();
  const undo = useUndo();
  const onError = (error: Error) => {
    if (!(error instanceof ChangedMeanwhile) || !known) return;
    const now = directory.get().entries.find((each) => entryKey(each) === entryKey(known));
    setKnown(now);
    if (now) takeOver(form, { was: valuesOf(known), is: valuesOf(now) });
  };
  const before = known ? [known] : [];
  const store = form.handleSubmit((values) => {
    const next = entryOf(kind, values, { today, before: known ?? entry });
    // The first day is part of a price's key.
    const removed = known && entryKey(known) !== entryKey(next) ? [keyOf(known)] : [];
    save.mutate(
      { entries: [next], removed, before },
      {
        onSuccess: () => {
          const action = known ? { action: undo(known, next) } : {};
          toast({ title: `${next.name || next.code} saved`, tone: "ok", ...action });
          onClose();
        },
        onError,
      },
    );
  });
  const remove = (gone: DirectoryEntry) =>
    save.mutate(
      { entries: [], removed: [keyOf(gone)], before },
      {
        onSuccess: () => {
          toast({ title: `${titleOf(gone)} removed`, action: undo(gone) });
          onClose();
        },
        onError,
      },
    );
  const isUnnamed = !isKnown && entry.id !== undefined;
  return (
    <Dialog
      title={
        isUnnamed
          ? `Name this ${kindWords[kind].one}`
          : `${isKnown ? "Change" : "Add"} ${kindWords[kind].one}`
      }
      startsInField
      onClose={onClose}
      actions={
        <>
          {known ? (
            <Button look="danger" onClick={() => remove(known)} disabled={save.isPending}>
              Remove
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={save.isPending} onClick={() => void store()}>
            Save
          </Button>
        </>
      }
    >
      {save.error ? <Banner tone="bad">{saveFailureWords(save.error)}</Banner> : null}
      <div className={`stack ${styles.form}`}>
        {kind === "fee" ? <FeeFields form={form} /> : null}
        <Field form={form} name="name" label={kind === "fee" ? "Description" : "Name"} />
        <Field form={form} name="shortName" label="Short name" />
        {kind === "practice" || kind === "provider" ? (
          <Field form={form} name="npi" label="NPI" inputMode="numeric" />
        ) : null}
        {kind === "provider" ? (
          <Field
            form={form}
            name="directAddress"
            label="Direct address"
            inputMode="email"
            spellCheck={false}
          />
        ) : null}
        {kind === "practice" ? (
          <Field
            form={form}
            name="timeZone"
            label="Time zone"
            placeholder={`${clinicDays().timeZone}, the clinic’s`}
            spellCheck={false}
          />
        ) : null}
        <FormDate control={form.control} name="activeFrom" label="Active from" />
        <FormDate control={form.control} name="activeTo" label="Active to" />
        {kind === "fee" ? <Prices form={form} today={today} known={known} /> : null}
        {kind === "fee" || (kind !== "practice" && isLimited()) ? null : (
          <Choice form={form} name="mergedInto" label="Same as" none="No other">
            {names.search(kind, "", { limit: 1000 }).filter((each) => each.id !== entry.id && isOwn(each))}
          </Choice>
        )}
        <details
          className={`quiet ${styles.details}`}
          open={form.formState.errors.id !== undefined || undefined}
        >
          <summary>Details</summary>
          <Field form={form} name="id" label="ID in other systems" spellCheck={false} />
        </details>
      </div>
    </Dialog>
  );
}

type Form = UseFormReturn<EntryValues>;

const keyOf = ({ kind, id, activeFrom }: DirectoryEntry): DirectoryKey => ({ kind, id, activeFrom });

/** Another user's changes appear in the fields that were not edited here. */
function takeOver(form: Form, { was, is }: { readonly was: EntryValues; readonly is: EntryValues }): void {
  for (const name of entryFields) if (form.getValues(name) === was[name]) form.setValue(name, is[name]);
}

function Field({
  form,
  name,
  ...field
}: { form: Form; name: keyof EntryValues; label: string } & Partial<
  Pick<React.ComponentProps<"input">, "placeholder" | "inputMode" | "spellCheck">
>) {
  return <TextField {...field} autoComplete="off" {...fieldOf(form, name)} />;
}

function Choice({
  form,
  name,
  label,
  none,
  children,
}: {
  readonly form: Form;
  readonly name: keyof EntryValues;
  readonly label: string;
  /** Absent: one of them is chosen. */
  readonly none: string | undefined;
  readonly children: readonly DirectoryEntry[];
}) {
  return (
    <Select
      label={label}
      {...fieldOf(form, name)}
      options={[
        ...(none === undefined ? [] : [["", none] as const]),
        ...children.map((entry) => [entry.id, entry.name ?? ""] as const),
      ]}
    />
  );
}

function Prices({
  form,
  today,
  known,
}: {
  readonly form: Form;
  readonly today: string;
  readonly known: DirectoryEntry | undefined;
}) {
  useWatch({ control: form.control });
  return <OtherPrices fee={entryOf("fee", form.getValues(), { today })} known={known} />;
}

function FeeFields({ form }: { readonly form: Form }) {
  const names = useNames();
  return (
    <>
      <Field form={form} name="code" label="Code" spellCheck={false} />
      <Field form={form} name="modifiers" label="Modifiers" placeholder="none" spellCheck={false} />
      <Field form={form} name="amount" label="Amount per unit" inputMode="decimal" />
      <Field form={form} name="currency" label="Currency" />
      <Choice form={form} name="payerId" label="Payer" none="Every payer">
        {names.search("payer", "", { limit: 1000 })}
      </Choice>
      <Choice
        form={form}
        name="practiceId"
        label="Practice"
        none={isLimited() ? undefined : "Every practice"}
      >
        {names.search("practice", "", { limit: 1000 }).filter(isOwn)}
      </Choice>
    </>
  );
}
