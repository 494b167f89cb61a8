import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { closeThen } from "#room/ui/close-then.ts";
import { path } from "#room/ui/icons.tsx";
import type { Command, EditorState } from "prosemirror-state";
import { addRowAfter, deleteRow, deleteTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { letterSchema } from "./letter-schema.ts";
import styles from "./rich-editor.module.css";
import { richPlace } from "./rich-place.ts";
import { isIn, writingCommands } from "./writing-plugins.ts";

const LinkQuestion = lateDialog(async () => (await import("./link-question.tsx")).LinkQuestion);

const BulletsIcon = path("M6 4h7.500M6 8h7.500M6 12h7.500M2.500 4h.1M2.500 8h.1M2.500 12h.1");
const NumbersIcon = path(
  "M7 4h6.500M7 8h6.500M7 12h6.500M2.500 3l1-.500v4M2.300 10.200c1.500-1 2 .300 1.200 1.200L2.300 12.800h1.800",
);
const QuoteIcon = path("M2.500 3v10M6 5h7.500M6 8h7.500M6 11h5");
const NoQuoteIcon = path("M13.500 5H6M13.500 8H6M11 11H6M4 6 2 8l2 2");
const LinkIcon = path(
  "M6.800 9.200a2.600 2.600 0 0 0 3.700 0l2-2a2.600 2.600 0 0 0-3.700-3.700l-.9.9M9.200 6.800a2.600 2.600 0 0 0-3.700 0l-2 2a2.600 2.600 0 0 0 3.700 3.700l.9-.9",
);

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
  // The dialog restores focus to the field, but not the caret.
  const leave = (then: () => void) => closeThen(() => setAsking(false), then);

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
