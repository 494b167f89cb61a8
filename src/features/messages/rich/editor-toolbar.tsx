import { type Command, type EditorState } from "prosemirror-state";
import { addRowAfter, deleteRow, deleteTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { BulletsIcon, LinkIcon, NoQuoteIcon, NumbersIcon, QuoteIcon } from "./editor-icons.tsx";
import { letterSchema } from "./letter-schema.ts";
import { LinkQuestion } from "./link-question.tsx";
import styles from "./rich-editor.module.css";
import { richPlace } from "./rich-place.ts";
import { isIn, writingCommands } from "./writing-plugins.ts";

interface Tool {
  label: string;
  keys?: string;
  sign: ReactNode;
  /** None for the link, which asks first. */
  command?: Command;
  /** Whether it holds where the cursor is. */
  isOn?: (state: EditorState) => boolean;
}

function hasMark(name: "b" | "i"): (state: EditorState) => boolean {
  const mark = letterSchema.marks[name];
  return ({ doc, selection, storedMarks }) =>
    selection.empty
      ? mark.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
      : doc.rangeHasMark(selection.from, selection.to, mark);
}

const { bold, italic, bullets, numbers, quote, unquote } = writingCommands;
const tools: readonly Tool[] = [
  { label: "Bold", keys: "Ctrl+B", sign: <b>B</b>, command: bold, isOn: hasMark("b") },
  { label: "Italic", keys: "Ctrl+I", sign: <i>I</i>, command: italic, isOn: hasMark("i") },
  {
    label: "Bulleted list",
    keys: "Ctrl+Shift+8",
    sign: <BulletsIcon />,
    command: bullets,
    isOn: (state) => isIn(state, "ul"),
  },
  {
    label: "Numbered list",
    keys: "Ctrl+Shift+7",
    sign: <NumbersIcon />,
    command: numbers,
    isOn: (state) => isIn(state, "ol"),
  },
  { label: "Quote", keys: "Ctrl+]", sign: <QuoteIcon />, command: quote },
  { label: "No quote", keys: "Ctrl+[", sign: <NoQuoteIcon />, command: unquote },
  { label: "Link", sign: <LinkIcon /> },
];

const tableTools: readonly Tool[] = [
  { label: "Add a row", sign: "+ Row", command: addRowAfter },
  { label: "Remove this row", sign: "− Row", command: deleteRow },
  { label: "Remove the table", sign: "− Table", command: deleteTable },
];

export interface EditorToolbarProps {
  view: EditorView | undefined;
  state: EditorState | undefined;
}

/** Bold, italic, lists, quote, link, and in a table its rows. One tab stop; arrow keys move between tools. */
export function EditorToolbar({ view, state }: EditorToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const place = useRef<ReturnType<typeof richPlace>>(undefined);
  const [isAsking, setAsking] = useState(false);
  const shown = state && isIn(state, "table") ? [...tools, ...tableTools] : tools;

  const use = ({ command }: Tool) => {
    if (!view) return;
    if (command) {
      command(view.state, view.dispatch, view);
      view.focus();
      return;
    }
    place.current = richPlace(view);
    setAsking(true);
  };
  // After the dialog has closed: it restores focus to the field, but not the caret.
  const leave = (then: () => void) => {
    setAsking(false);
    requestAnimationFrame(then);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // The keys belong to its buttons.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={bar} role="toolbar" aria-label="Formatting" className={styles.toolbar} onKeyDown={onKeyDown}>
      {shown.map((tool, at) => (
        <button
          key={tool.label}
          type="button"
          aria-label={tool.label}
          aria-pressed={tool.isOn && state ? tool.isOn(state) : undefined}
          title={tool.keys ? `${tool.label} (${tool.keys})` : tool.label}
          tabIndex={at === 0 ? 0 : -1}
          className={styles.tool}
          // Keeps the selection in the text while the tool is pressed.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => use(tool)}
        >
          {tool.sign}
        </button>
      ))}
      {isAsking ? (
        <LinkQuestion
          onPlace={(href) => leave(() => place.current?.link(href))}
          onClose={() => leave(() => place.current?.returnTo())}
        />
      ) : null}
    </div>
  );
}
