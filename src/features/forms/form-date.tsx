import {
  type Control,
  type FieldError,
  type FieldPathByValue,
  type FieldValues,
  get,
  useFormState,
  useWatch,
} from "react-hook-form";
import { DateInput, type DateInputProps } from "./date-input.tsx";
import { focusTarget } from "./focus-target.ts";

interface FormDateProps<Values extends FieldValues> extends Pick<
  DateInputProps,
  "label" | "hint" | "meant" | "className"
> {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, string>;
}

/**
 * A date in a form: its value is `yyyy-MM-dd`, or what was typed if that is no date, for the schema to refuse. Without
 * `useController`, which sign-in would have to load.
 */
export function FormDate<Values extends FieldValues>({ control, name, ...field }: FormDateProps<Values>) {
  const { onChange, ref } = control.register(name);
  const value = useWatch({ control, name });
  const { errors } = useFormState({ control, name, exact: true });
  // The library's untyped path getter.
  const fault = get(errors, name) as FieldError | undefined;
  return (
    <DateInput
      {...field}
      ref={(input) => ref(input && focusTarget({ current: input }))}
      name={name}
      value={value}
      onDate={(day) => void onChange({ type: "change", target: { name, value: day } })}
      error={fault?.message}
    />
  );
}
