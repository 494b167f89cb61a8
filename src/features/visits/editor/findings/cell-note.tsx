import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from "react";
import { useBox, useFocusedField } from "#room/features/visits/editor/fields/focused-field.ts";
import { sourceWords } from "#room/billing/finding.ts";
import type { Field } from "#room/ui/grid/cell-dom.ts";
import { IconButton } from "#room/ui/icon-button.tsx";
import { CrossIcon } from "#room/ui/page-icons.tsx";
import styles from "./cell-note.module.css";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import { FindingWords, SeverityMark, FixButtons } from "./finding-entry.tsx";
import type { FieldFinding } from "#room/features/visits/editor/validation/field-finding.ts";
import { useCommands } from "#room/ui/commands.ts";
import { toast } from "#room/ui/toast-store.ts";
import { isSameField } from "#room/features/visits/editor/draft/field-ref.ts";

const width = 320;
/** With less space below, it does not fit under its cell. */
const roomBelow = 180;

interface NoteProps {
  readonly here: readonly FieldFinding[];
  readonly cell: Field;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

function Note({ here, cell, isReadOnly, onClose }: NoteProps) {
  const session = useEditor();
  const box = useBox(cell);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.querySelector("button")?.focus(), []);
  const close = () => {
    onClose();
    session.focus(placeOfField(cell));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  const isBelow = innerHeight - box.bottom > roomBelow;
  const place = isBelow ? { top: box.bottom + 4 } : { bottom: innerHeight - box.top + 4 };
  return (
    // Escape closes it wherever the focus is within it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={note}
      role="dialog"
      aria-label="What’s wrong here"
      tabIndex={-1}
      className={styles.note}
      style={{ left, ...place, width }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
    >
      <ul>
        {here.map((located) => (
          <li key={located.key}>
            <SeverityMark severity={located.finding.severity} />
            <div>
              <FindingWords finding={located.finding} />
              <small>Source: {sourceWords(located.finding)}</small>
              <FixButtons items={[located]} isReadOnly={isReadOnly} onDone={onClose} />
            </div>
          </li>
        ))}
      </ul>
      <IconButton label="Close" size="small" icon={<CrossIcon size={13} />} onClick={close} />
    </div>
  );
}

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
  const here = place ? all.filter((each) => each.place && isSameField(each.place, place)) : [];
  const explain = () => {
    if (focused && here.length > 0) setOpen(focused);
    else toast({ title: "No problems in this field" });
  };
  useCommands([
    { id: "explain-cell", title: "What’s wrong here", keys: "alt+?", group: "This visit", run: explain },
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
