import { type ComponentProps, useId, useState } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Select } from "#room/ui/select.tsx";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import styles from "./action-fields.module.css";
import type { BulkActionKind } from "./bulk-action.ts";
import { type BulkActionFields, closeReasons, other } from "./bulk-form.ts";
import { snoozeChoicesAt } from "./snooze-times.ts";

/** Offers those who have a visit, as far as this page knows; anybody may be named. */
function AssigneeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  const { visits, userName } = useWorkspace();
  const list = useId();
  const [names] = useState(() =>
    [
      ...new Set([userName, ...[...visits.service.rows().values()].flatMap((row) => row?.takenBy ?? [])]),
    ].toSorted(),
  );
  return (
    <>
      <TextField
        label="User name"
        hint="The visits become theirs, as if they had taken them."
        autoComplete="off"
        list={list}
        {...field}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

export interface BulkActionFormProps {
  readonly kind: BulkActionKind;
  readonly form: UseFormReturn<BulkActionFields>;
}

export function BulkActionForm({ kind, form }: BulkActionFormProps) {
  const { control, register } = form;
  const [closeFor, snoozeFor] = useWatch({ control, name: ["closeFor", "snoozeFor"] });
  switch (kind) {
    case "assign":
      return <AssigneeField {...fieldOf(form, "to")} />;
    case "snooze":
      return (
        <>
          <fieldset className={styles.choices}>
            <legend>How long</legend>
            {snoozeChoicesAt().map(({ id, label }) => (
              <label key={id}>
                <input type="radio" value={id} {...register("snoozeFor")} /> {label}
              </label>
            ))}
          </fieldset>
          {snoozeFor === "day" ? (
            <FormDate control={control} name="day" label="Day" hint="For example 12/1" meant="future" />
          ) : null}
          <p>An update brings a visit back before that.</p>
        </>
      );
    case "close":
      return (
        <>
          <Select
            label="Reason"
            hint="No invoice is created. An update reopens the visit."
            {...fieldOf(form, "closeFor")}
            options={[...closeReasons, other].map((each) => [each])}
          />
          {closeFor === other ? <TextField label="Other reason" {...fieldOf(form, "reason")} /> : null}
        </>
      );
    case "clear":
      return (
        <TextArea
          label="Reason"
          hint="Sent with each visit, in its rules log."
          {...fieldOf(form, "reason")}
        />
      );
    default:
      return null;
  }
}
