import type { FormEvent } from "react";
import type { FieldPath, FieldPathValue, FieldValues, SubmitHandler, UseFormReturn } from "react-hook-form";

/**
 * Submits a form that a password manager may have filled in without telling the page: what stands in its fields counts,
 * not what was heard of them. While it is being submitted, nothing submits it again.
 */
export function submitFilled<Values extends FieldValues>(
  { formState, getValues, setValue, handleSubmit }: UseFormReturn<Values>,
  onValid: SubmitHandler<Values>,
): (event: FormEvent<HTMLFormElement>) => void {
  const submit = handleSubmit(onValid);
  const { isSubmitting } = formState;
  return (event) => {
    event.preventDefault();
    if (isSubmitting) return;
    for (const field of event.currentTarget.elements) {
      if (!(field instanceof HTMLInputElement) || field.type === "checkbox") continue;
      // A field's name is a path of the values by `register`; others stand for the manager alone.
      const name = field.name as FieldPath<Values>;
      const held: unknown = getValues(name);
      if (typeof held !== "string" || held === field.value) continue;
      setValue(name, field.value as FieldPathValue<Values, typeof name>, { shouldDirty: true });
    }
    void submit(event);
  };
}
