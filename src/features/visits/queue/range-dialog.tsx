import { useMemo, type ComponentProps } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./filter-bar.module.css";
import { clinicToday } from "#room/api/clinic-today.ts";
import { readRange } from "./service-filter.ts";

type FieldProps = Pick<ComponentProps<typeof TextField>, "label" | "hint" | "placeholder" | "inputMode">;

export interface RangeFaults {
  readonly from?: string;
  readonly to?: string;
}

export interface RangeDialogProps {
  readonly title: string;
  readonly from: FieldProps;
  readonly to: FieldProps;
  readonly isDate?: boolean;
  /** The range of both texts, or their errors. */
  readonly read: (from: string, to: string) => { readonly range: string } | RangeFaults;
  readonly onChoose: (range: string) => void;
  readonly onClose: () => void;
}

const noRange = { from: "", to: "" };

function rangeForm(read: RangeDialogProps["read"]) {
  return z.object({ from: z.string(), to: z.string() }).check(({ value, issues }) => {
    const found = read(value.from, value.to);
    if ("range" in found) return;
    for (const name of ["from", "to"] as const) {
      const { [name]: message } = found;
      if (message !== undefined) issues.push({ code: "custom", input: value, path: [name], message });
    }
  });
}

export function RangeDialog({ title, from, to, isDate = false, read, onChoose, onClose }: RangeDialogProps) {
  const resolver = useMemo(() => formResolver(rangeForm(read)), [read]);
  const form = useForm({ defaultValues: noRange, resolver });
  const choose = form.handleSubmit((typed) => {
    const found = read(typed.from, typed.to);
    if ("range" in found) onChoose(found.range);
  });
  const end = (name: "from" | "to", field: FieldProps) =>
    isDate ? (
      <FormDate control={form.control} name={name} label={field.label} hint={field.hint} />
    ) : (
      <TextField {...field} {...fieldOf(form, name)} />
    );
  return (
    <Dialog
      title={title}
      startsInField
      onClose={onClose}
      action={{ label: "Show", run: () => void choose() }}
    >
      <div className={styles.dates}>
        {end("from", from)}
        {end("to", to)}
      </div>
    </Dialog>
  );
}

export function ServiceDialog(props: Pick<RangeDialogProps, "onChoose" | "onClose">) {
  return (
    <RangeDialog
      {...props}
      title="Dates of service"
      isDate
      from={{ label: "From" }}
      to={{ label: "To", hint: "Leave it empty for one day." }}
      read={(from, to) => readRange(from, to, clinicToday())}
    />
  );
}
