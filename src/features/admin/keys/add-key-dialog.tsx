import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useServiceConfig } from "#room/api/service-config.ts";
import { keyPresets } from "#room/contract/program-operations.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Select } from "#room/ui/select.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import styles from "./keys.module.css";
import { newKeyForm, newKeyRequest, type NewKeyValues, presetValues, startValues } from "./new-key.ts";
import { offeredOperations } from "./operation-words.ts";
import { useChange } from "#room/features/admin/use-change.ts";

interface AddKeyProps {
  readonly onAdded: (added: ResponseOf<"addKey">) => void;
  readonly onClose: () => void;
}

/** Creates a key: its purpose, what it may do and where, and its expiration. */
export function AddKeyDialog({ onAdded, onClose }: AddKeyProps) {
  const [start] = useState(startValues);
  const form = useForm<NewKeyValues>({ defaultValues: start, resolver: formResolver(newKeyForm) });
  const { register, setValue, getValues, control } = form;
  const add = useChange("addKey");
  const store = form.handleSubmit((values) => add.mutate(newKeyRequest(values), { onSuccess: onAdded }));
  const isLimited = useWatch({ control, name: "practices" }) === "some";
  const choose = (preset: string) => {
    const chosen = presetValues(preset);
    setValue("preset", preset);
    setValue("operations", chosen.operations);
    const isOwn = !keyPresets.some(({ name }) => name === getValues("name")) && getValues("name") !== "";
    if (!isOwn) setValue("name", chosen.name);
  };
  return (
    <Dialog
      title="Add a key"
      onClose={onClose}
      action={{ label: "Add key", run: () => void store(), isBusy: add.isPending }}
    >
      <Failed error={add.error} />
      <div className="stack">
        <Select
          label="What is it for?"
          {...register("preset")}
          onChange={(event) => choose(event.target.value)}
          options={[...keyPresets.map(({ name }) => [name] as const), ["", "Something else"]]}
        />
        <TextField
          label="Name"
          hint="Shown on visits and in the audit log as who did it"
          autoComplete="off"
          {...fieldOf(form, "name")}
        />
        <Operations form={form} isLimited={isLimited} />
        <Select
          label="Practices"
          {...fieldOf(form, "practices")}
          options={[
            ["all", "All practices"],
            ["some", "Only some"],
          ]}
        />
        {isLimited ? <Practices form={form} /> : null}
        <FormDate control={control} name="expires" label="Expires on" meant="future" />
      </div>
    </Dialog>
  );
}

type Form = ReturnType<typeof useForm<NewKeyValues>>;

/** Check boxes that add their value to a list or remove it. */
function useChosen({ control, setValue, formState }: Form, name: "operations" | "chosen") {
  const list = useWatch({ control, name });
  return (word: string) => ({
    checked: list.includes(word),
    onChange: ({ target }: { target: { checked: boolean } }) =>
      setValue(name, target.checked ? [...list, word] : list.filter((each) => each !== word), {
        shouldValidate: formState.isSubmitted,
      }),
  });
}

function Operations({ form, isLimited }: { readonly form: Form; readonly isLimited: boolean }) {
  const { extensions } = useServiceConfig();
  const chosen = useChosen(form, "operations");
  const fault = form.formState.errors.operations?.message;
  return (
    <fieldset className={styles.choices} aria-describedby={fault ? "key-operations-fault" : undefined}>
      <legend>It may</legend>
      {fault ? (
        <p id="key-operations-fault" className="bad">
          {fault}
        </p>
      ) : null}
      {offeredOperations(extensions).map(({ title, operations }) => (
        <details key={title} open={title === "Visits" || undefined}>
          <summary>{title}</summary>
          {operations.map(({ name, label, isClinicWide }) => (
            <Checkbox
              key={name}
              label={isLimited && isClinicWide ? `${label} (only with all practices)` : label}
              {...chosen(name)}
            />
          ))}
        </details>
      ))}
    </fieldset>
  );
}

function Practices({ form }: { readonly form: Form }) {
  const named = useNames().search("practice", "", { limit: 200 });
  const chosen = useChosen(form, "chosen");
  return (
    <fieldset className={styles.choices}>
      <legend>It sees only</legend>
      {named.map(({ id, name }) => (
        <Checkbox key={id} label={name} {...chosen(id)} />
      ))}
      <TextField
        label={named.length > 0 ? "Other practice IDs" : "Practice IDs"}
        placeholder="32 digits and letters each"
        autoComplete="off"
        spellCheck={false}
        {...fieldOf(form, "others")}
      />
    </fieldset>
  );
}
