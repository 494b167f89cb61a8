import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { DateInput, type DateInputProps } from "./date-input.tsx";

interface FormDateProps<Values extends FieldValues> extends Pick<
  DateInputProps,
  "label" | "hint" | "meant" | "className"
> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
}

/** A date in a form: its value is `yyyy-MM-dd`, or what was typed if that is no date, for the schema to refuse. */
export function FormDate<Values extends FieldValues>({ control, name, ...field }: FormDateProps<Values>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  return (
    <DateInput
      {...field}
      ref={ref}
      name={name}
      value={value}
      onDate={onChange}
      onLeft={onBlur}
      error={fieldState.error?.message}
    />
  );
}
