import type { UseFormReturn } from "react-hook-form";
import type { Draft } from "./draft.ts";

/** What the visit's draft asks of the form that holds it: plain reads and writes, no subscriptions. */
export interface DraftHolder {
  read(): Draft;
  write(name: string, value: unknown): void;
}

/** react-hook-form as the holder. Nothing in a virtualised list is registered, so a write costs microseconds. */
export function holderOf(form: UseFormReturn<Draft>): DraftHolder {
  return {
    read: () => form.getValues(),
    // The name is made by nameOfPlace and the value fits its shape; the form's types cannot know either.
    write: (name, value) => form.setValue(name as "eventId", value as string),
  };
}
