import { set, type FieldErrors, type FieldPath, type Resolver, type UseFormReturn } from "react-hook-form";
import type { DraftFields } from "#room/features/visits/editor/draft/draft.ts";
import type { FieldStore } from "#room/features/visits/editor/draft/draft-store.ts";
import type { RowMarks } from "#room/features/visits/editor/validation/live-findings.ts";

/** The visit's and the audit's fields: react-hook-form holds their texts, elements and faults. */
export type VisitForm = UseFormReturn<DraftFields>;
export type VisitField = FieldPath<DraftFields>;

/** The form's values as a store for the draft. */
export function fieldsOfForm({ getValues, setValue }: VisitForm): FieldStore {
  return {
    read: () => getValues(),
    // The draft's paths outside the lists are this form's field names.
    write: (path, text) => setValue(path as VisitField, text),
  };
}

/**
 * The faults at the form's fields: the first contract fault or rule finding for each, as checked for fields and grids
 * together (`LiveFindings`). `type` is the severity; a warning does not block.
 */
export function visitResolver(marks: () => RowMarks): Resolver<DraftFields> {
  return () => {
    const errors: FieldErrors<DraftFields> = {};
    for (const [path, { severity, message }] of Object.entries(marks()))
      set(errors, path, { type: severity, message });
    return { values: {}, errors };
  };
}
