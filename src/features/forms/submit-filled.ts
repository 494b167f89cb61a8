import type { FormEvent } from "react";
import type { FieldValues, SubmitHandler, UseFormReturn } from "react-hook-form";

/** A form's values by the names of its elements, which `register` gave them. */
interface NamedValues {
  getValues(name: string): unknown;
  setValue(name: string, value: string, options: { shouldDirty: true }): void;
}

/**
 * Submits a form that a password manager may have filled in without telling the page: what stands in its fields counts,
 * not what was heard of them. While it is being submitted, nothing submits it again.
 */
export function submitFilled<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  onValid: SubmitHandler<Values>,
): (event: FormEvent<HTMLFormElement>) => void {
  const submit = form.handleSubmit(onValid);
  const { isSubmitting } = form.formState;
  const values: NamedValues = form;
  return (event) => {
    event.preventDefault();
    if (isSubmitting) return;
    for (const field of event.currentTarget.elements) {
      if (!(field instanceof HTMLInputElement) || field.type === "checkbox") continue;
      // What is no text of the form stands there for the manager alone.
      const held = values.getValues(field.name);
      if (typeof held === "string" && held !== field.value)
        values.setValue(field.name, field.value, { shouldDirty: true });
    }
    void submit(event);
  };
}
