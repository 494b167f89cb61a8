import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { BulletsIcon, LinkIcon, NoQuoteIcon, NumbersIcon, QuoteIcon } from "./editor-icons.tsx";
import styles from "./rich-editor.module.css";
import { type TextPlace, textPlace } from "./text-place.ts";
import { LinkQuestion } from "./link-question.tsx";

interface Tool {
  label: string;
  keys?: string;
  sign: ReactNode;
  /** The browser's editing command; none for the link, which asks first. */
  command?: [name: string, value?: string];
}

const tools: readonly Tool[] = [
  { label: "Bold", keys: "Ctrl+B", sign: <b>B</b>, command: ["bold"] },
  { label: "Italic", keys: "Ctrl+I", sign: <i>I</i>, command: ["italic"] },
  { label: "Bulleted list", keys: "Ctrl+Shift+8", sign: <BulletsIcon />, command: ["insertUnorderedList"] },
  { label: "Numbered list", keys: "Ctrl+Shift+7", sign: <NumbersIcon />, command: ["insertOrderedList"] },
  { label: "Quote", keys: "Ctrl+]", sign: <QuoteIcon />, command: ["formatBlock", "blockquote"] },
  { label: "No quote", keys: "Ctrl+[", sign: <NoQuoteIcon />, command: ["outdent"] },
  { label: "Link", sign: <LinkIcon /> },
];

export interface EditorToolbarProps {
  editor: RefObject<HTMLElement | null>;
  onChanged(): void;
}

/** Bold, italic, lists, quote, link. One tab stop; arrow keys move between tools. */
export function EditorToolbar({ editor, onChanged }: EditorToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const place = useRef<TextPlace>(undefined);
  const [linkText, setLinkText] = useState<string>();

  const use = ({ command }: Tool) => {
    if (!command) return askForLink();
    editor.current?.focus();
    document.execCommand(command[0], false, command[1]);
    onChanged();
  };
  const askForLink = () => {
    place.current = textPlace(editor.current?.parentElement ?? null);
    setLinkText(place.current?.selected ?? "");
  };
  // After the dialog has closed: it restores focus to the field, but not the caret.
  const leaveLink = () => {
    setLinkText(undefined);
    requestAnimationFrame(() => place.current?.returnTo());
  };
  const placeLink = (href: string) => {
    const text = linkText ?? "";
    setLinkText(undefined);
    requestAnimationFrame(() => {
      place.current?.returnTo();
      const selection = document.getSelection();
      if (text === "") {
        document.execCommand("insertText", false, href);
        selection?.modify("extend", "backward", "line");
      }
      document.execCommand("createLink", false, href);
      selection?.collapseToEnd();
      onChanged();
    });
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
      {tools.map((tool, at) => (
        <button
          key={tool.label}
          type="button"
          aria-label={tool.label}
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
      {linkText === undefined ? null : <LinkQuestion onPlace={placeLink} onClose={leaveLink} />}
    </div>
  );
}
