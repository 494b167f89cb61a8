import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { closeThen } from "#room/ui/close-then.ts";
import { path } from "#room/ui/icons.tsx";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import styles from "./rich-editor.module.css";
import type { RichPlace, WithWriter, WritingState, WritingTool } from "./writer.ts";

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
  readonly label: string;
  readonly keys?: string;
  readonly sign: ReactNode;
  /** None for the link, which asks first. */
  readonly tool?: WritingTool;
  /** It is on or off where the cursor is. */
  readonly isSwitch?: true;
}

const tools: readonly Tool[] = [
  { label: "Bold", keys: "Ctrl+B", sign: <b>B</b>, tool: "bold", isSwitch: true },
  { label: "Italic", keys: "Ctrl+I", sign: <i>I</i>, tool: "italic", isSwitch: true },
  { label: "Bulleted list", keys: "Ctrl+Shift+8", sign: <BulletsIcon />, tool: "bullets", isSwitch: true },
  { label: "Numbered list", keys: "Ctrl+Shift+7", sign: <NumbersIcon />, tool: "numbers", isSwitch: true },
  { label: "Quote", keys: "Ctrl+]", sign: <QuoteIcon />, tool: "quote" },
  { label: "No quote", keys: "Ctrl+[", sign: <NoQuoteIcon />, tool: "unquote" },
  { label: "Link", sign: <LinkIcon /> },
];

const tableTools: readonly Tool[] = [
  { label: "Add a row", sign: "+ Row", tool: "addRow" },
  { label: "Remove this row", sign: "− Row", tool: "deleteRow" },
  { label: "Remove the table", sign: "− Table", tool: "deleteTable" },
];

export interface EditorToolbarProps {
  state: WritingState;
  withWriter: WithWriter;
}

/** Bold, italic, lists, quote, link, and in a table its rows. One tab stop; arrow keys move between tools. */
export function EditorToolbar({ state, withWriter }: EditorToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const place = useRef<RichPlace>(undefined);
  const [isAsking, setAsking] = useState(false);
  const shown = state.isInTable ? [...tools, ...tableTools] : tools;

  const use = ({ tool }: Tool) =>
    withWriter((writer) => {
      if (tool) {
        writer.use(tool);
        return;
      }
      place.current = writer.place();
      setAsking(true);
    });
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
      {shown.map((each, at) => (
        <button
          key={each.label}
          type="button"
          aria-label={each.label}
          aria-pressed={each.tool && each.isSwitch ? state.isOn[each.tool] === true : undefined}
          title={each.keys ? `${each.label} (${each.keys})` : each.label}
          tabIndex={at === 0 ? 0 : -1}
          className={styles.tool}
          // Keeps the selection in the text while the tool is pressed.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => use(each)}
        >
          {each.sign}
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
