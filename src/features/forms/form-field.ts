import { type FieldError, type FieldPath, type FieldValues, get, type UseFormReturn } from "react-hook-form";

/** What a field is given by its form: its name and value, and what is wrong with it. */
export function fieldOf<Values extends FieldValues>(form: UseFormReturn<Values>, name: FieldPath<Values>) {
  // The library's untyped path getter; its own for one field would draw the form anew when any is touched.
  const fault = get(form.formState.errors, name) as FieldError | undefined;
  return { ...form.register(name), error: fault?.message };
}
