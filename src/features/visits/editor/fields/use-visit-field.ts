import { useCallback, useSyncExternalStore } from "react";
import type { FieldPath } from "react-hook-form";
import { showText, type Field } from "#room/ui/grid/cell-dom.ts";
import { storedAt, type timeOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import type { DraftFields } from "#room/features/visits/editor/draft/draft.ts";
import { shownText } from "#room/features/visits/editor/draft/usual-text.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

export type VisitField = FieldPath<DraftFields> | typeof timeOfServicePath;

/** Connects an element to its place in the draft. Typing is handled by `FieldSync`, as in the grids. */
export function useVisitField(path: VisitField) {
  const { visit, fields } = useEditor();
  const ref = useCallback(
    (element: Field | null) => {
      if (!element) return undefined;
      const place = { path };
      showText(element, shownText(place, visit.text(storedAt(place))));
      return fields.hold(element, place);
    },
    [visit, fields, path],
  );
  return { name: path, ref };
}

/** The fault at a field, if it may be shown already. */
export function useFieldFault(path: VisitField): { readonly error?: string; readonly warning?: string } {
  const { findings, seen } = useEditor();
  const mark = useSyncExternalStore(findings.marks.subscribe, () => findings.marksOf("")[path]);
  const isSeen = useSyncExternalStore(seen.subscribe, () => seen.shows(path));
  if (!isSeen || !mark) return {};
  return mark.severity === "block" ? { error: mark.message } : { warning: mark.message };
}

/** True if a fault may be shown at any of these fields. */
export function useHasFault(paths: readonly VisitField[]): boolean {
  const { findings, seen } = useEditor();
  const marks = useSyncExternalStore(findings.marks.subscribe, () => findings.marksOf(""));
  return useSyncExternalStore(seen.subscribe, () =>
    paths.some((path) => marks[path] !== undefined && seen.shows(path)),
  );
}
