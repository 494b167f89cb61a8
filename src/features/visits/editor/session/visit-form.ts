import { set, type FieldErrors, type FieldPath, type Resolver, type UseFormReturn } from "react-hook-form";
import type { DraftFields } from "#room/features/visits/editor/draft/draft.ts";
import type { FieldStore } from "#room/features/visits/editor/draft/draft-store.ts";
import type { RowMarks } from "#room/features/visits/editor/validation/live-findings.ts";

/** The visit's own and the audit's fields: react-hook-form holds their texts, their elements and their faults. */
export type VisitForm = UseFormReturn<DraftFields>;
export type VisitField = FieldPath<DraftFields>;

/** The form's values, for the draft. */
export function fieldsOfForm({ getValues, setValue }: VisitForm): FieldStore {
  return {
    read: () => getValues(),
    // The draft's places beside the lists are the names of this form's fields.
    write: (path, text) => setValue(path as VisitField, text),
  };
}

/**
 * What stands at the form's fields: the first fault of the contract or finding of the rules, which judge fields and grids
 * together (`LiveFindings`). `type` is its severity; a warning holds nothing back.
 */
export function visitResolver(marks: () => RowMarks): Resolver<DraftFields> {
  return () => {
    const errors: FieldErrors<DraftFields> = {};
    for (const [path, { severity, message }] of Object.entries(marks()))
      set(errors, path, { type: severity, message });
    return { values: {}, errors };
  };
}
