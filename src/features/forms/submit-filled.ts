import type { FormEvent } from "react";
import type { FieldValues, SubmitHandler, UseFormReturn } from "react-hook-form";

interface NamedValues {
  getValues(name: string): unknown;
  setValue(name: string, value: string, options: { shouldDirty: true }): void;
}

/**
 * Submits a form that a password manager may have filled without events: uses the values in its fields. While
 * submitting, further submits are ignored.
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
      // A field that is not part of the form is only for the password manager.
      const held = values.getValues(field.name);
      if (typeof held === "string" && held !== field.value)
        values.setValue(field.name, field.value, { shouldDirty: true });
    }
    void submit(event);
  };
}
