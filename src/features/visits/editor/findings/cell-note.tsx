import { useState, useSyncExternalStore, type RefObject } from "react";
import { useBox, useFocusedField } from "#room/features/visits/editor/fields/focused-field.ts";
import type { Field } from "#room/ui/grid/cell-dom.ts";
import { useCommands } from "#room/ui/commands.ts";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./cell-note.module.css";
import { isSamePlace } from "#room/features/visits/editor/draft/place.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import { Note } from "./shown-note.tsx";

interface CellNoteProps {
  readonly root: RefObject<HTMLElement | null>;
  readonly isReadOnly: boolean;
}

/** A marker at a cell with a problem; pressing it explains the problem and offers the fix. */
export function CellNote({ root, isReadOnly }: CellNoteProps) {
  const session = useEditor();
  const { findings, seen } = session;
  const all = useSignal(findings.list);
  useSyncExternalStore(seen.subscribe, seen.get);
  const focused = useFocusedField(root);
  const [open, setOpen] = useState<Field>();
  const field = open ?? focused;
  const place = field && placeOfField(field);
  const here = place ? all.filter((each) => each.place && isSamePlace(each.place, place)) : [];
  const explain = () => {
    if (focused && here.length > 0) setOpen(focused);
    else toast({ title: "No problems in this field" });
  };
  useCommands([
    {
      id: "explain-cell",
      title: "What’s wrong here",
      keys: "alt+?",
      group: "This visit",
      worksInFields: true,
      run: explain,
    },
  ]);
  if (!field || here.length === 0) return null;
  if (open) return <Note {...{ here, isReadOnly }} cell={open} onClose={() => setOpen(undefined)} />;
  const isGrave = here.some(({ finding }) => finding.severity !== "note");
  const isMarked = place && "list" in place && isGrave && !session.isUntouched(place.list, place.rowId);
  return isMarked ? <Mark cell={field} onPress={() => setOpen(field)} /> : null;
}

function Mark({ cell, onPress }: { readonly cell: Field; readonly onPress: () => void }) {
  const box = useBox(cell);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      style={{ left: box.right - 12, top: box.top - 12 }}
      aria-label="What’s wrong here"
      title="What’s wrong here (Alt ?)"
      // Keeps focus in the cell, so that the marker stays until the click completes.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      !
    </button>
  );
}
