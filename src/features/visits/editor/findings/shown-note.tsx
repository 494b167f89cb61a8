import { useEffect, useRef, type KeyboardEvent } from "react";
import { useBox } from "#room/features/visits/editor/fields/focused-field.ts";
import { sourceWords } from "#room/billing/finding.ts";
import type { Field } from "#room/ui/grid/cell-dom.ts";
import { IconButton } from "#room/ui/icon-button.tsx";
import { CrossIcon } from "#room/ui/page-icons.tsx";
import styles from "./cell-note.module.css";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import { FindingWords, SeverityMark } from "./finding-entry.tsx";
import { FixButtons } from "./finding-way.tsx";
import type { Located } from "#room/features/visits/editor/validation/located.ts";

const width = 320;
/** With less space below, it does not fit under its cell. */
const roomBelow = 180;

interface NoteProps {
  readonly here: readonly Located[];
  readonly cell: Field;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

export function Note({ here, cell, isReadOnly, onClose }: NoteProps) {
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
