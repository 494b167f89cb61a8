import { useCallback, useSyncExternalStore, type RefCallback } from "react";
import { get, useFormState, type FieldError, type FieldErrors } from "react-hook-form";
import { fieldText, showText, type Field } from "#room/ui/grid/cell-dom.ts";
import type { DraftFields } from "#room/features/visits/editor/draft/draft.ts";
import { shownText } from "#room/features/visits/editor/draft/usual-text.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import type { VisitField } from "#room/features/visits/editor/session/visit-form.ts";

/**
 * The object the form writes to: a field that shows the user-facing form of its text, and leaves text being typed
 * alone.
 */
function shownField(element: Field, path: VisitField) {
  return {
    type: "text",
    get value() {
      return fieldText(element);
    },
    set value(text: string) {
      if (text !== fieldText(element)) showText(element, shownText({ path }, text));
    },
    focus: () => element.focus(),
  };
}

interface BoundField {
  readonly name: VisitField;
  readonly ref: RefCallback<Field>;
}

/**
 * Connects an element to its form field. Typing is handled by `FieldSync`, as in the grids, because the history needs
 * the previous text.
 */
export function useVisitField(path: VisitField): BoundField {
  const { form } = useEditor();
  const ref = useCallback(
    (element: Field | null) => form.register(path).ref(element && shownField(element, path)),
    [form, path],
  );
  return { name: path, ref };
}

function faultAt(errors: FieldErrors<DraftFields>, path: VisitField): FieldError | undefined {
  // The library's untyped path getter.
  return get(errors, path) as FieldError | undefined;
}

/** The fault at a form field, if it may be shown already. */
export function useFieldFault(path: VisitField): { readonly error?: string; readonly warning?: string } {
  const { form, seen } = useEditor();
  const { errors } = useFormState({ control: form.control, name: path, exact: true });
  const isSeen = useSyncExternalStore(seen.subscribe, () => seen.shows(path));
  const fault = faultAt(errors, path);
  if (!isSeen || fault?.message === undefined) return {};
  return fault.type === "block" ? { error: fault.message } : { warning: fault.message };
}

/** True if a fault may be shown at any of these fields. */
export function useHasFault(paths: readonly VisitField[]): boolean {
  const { form, seen } = useEditor();
  const { errors } = useFormState({ control: form.control });
  return useSyncExternalStore(seen.subscribe, () =>
    paths.some((path) => faultAt(errors, path) !== undefined && seen.shows(path)),
  );
}
