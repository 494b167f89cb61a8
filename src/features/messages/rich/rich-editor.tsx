import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { focusTarget, type FocusTarget } from "#room/features/forms/focus-target.ts";
import { sanitiseMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { wordsOfHtml } from "#room/features/messages/html-mail/too-heavy.ts";
import { linkMark } from "#room/features/messages/html-mail/mail-policy.ts";
import { trustedRichHtml } from "#room/features/messages/trusted-types.ts";
import { EditorToolbar } from "./editor-toolbar.tsx";
import styles from "./rich-editor.module.css";
import { richHtml, richNodes } from "./rich-nodes.ts";
import { richText } from "./rich-text.ts";

export interface RichEditorProps {
  /** Receives the element that takes the focus. */
  ref: Ref<FocusTarget>;
  /** The initial HTML; later changes are ignored. */
  initialHtml: string;
  error: string | undefined;
  /** Takes the initial focus, at the start. */
  startsHere: boolean;
  onChange(content: { html: string; text: string }): void;
}

function plainNodes(words: string): DocumentFragment {
  const nodes = document.createDocumentFragment();
  for (const line of words.split("\n")) nodes.append(line, document.createElement("br"));
  return nodes;
}

/** Any HTML as nodes of our few kinds, through the same sanitizer as received messages. */
export function cleanNodes(html: string): DocumentFragment {
  const mail = sanitiseMail(html);
  if (!mail) return plainNodes(wordsOfHtml(html));
  return richNodes(mail.fragment, (link) => mail.links[Number(link.getAttribute(linkMark) ?? -1)]?.href);
}

/**
 * The rich text field, based on the browser's own editing commands: they are old but work everywhere, and only they
 * keep the browser's undo, spell check and input methods intact. Their output is cleaned before it is saved or sent.
 */
export function RichEditor({ ref, initialHtml, error, startsHere, onChange }: RichEditorProps) {
  const editor = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => focusTarget(editor), []);
  const initial = useRef({ html: initialHtml, startsHere });
  const [isEmpty, setEmpty] = useState(initialHtml === "");

  useEffect(() => {
    const element = editor.current;
    if (!element) return;
    document.execCommand("defaultParagraphSeparator", false, "p");
    document.execCommand("styleWithCSS", false, "false");
    const { html, startsHere } = initial.current;
    element.replaceChildren(html === "" ? startParagraph() : cleanNodes(html));
    if (!startsHere) return;
    element.focus({ preventScroll: true });
    document.getSelection()?.collapse(element.firstChild, 0);
  }, []);

  const report = () => {
    const element = editor.current;
    if (!element) return;
    // The first words in an empty field would end up outside a paragraph.
    if (element.childNodes.length === 0) element.append(startParagraph());
    const text = richText(element);
    setEmpty(text === "" && element.querySelector("li, blockquote") === null);
    onChange({ html: richHtml(element), text });
  };
  const onPaste = (event: ClipboardEvent) => {
    const html = event.clipboardData.getData("text/html");
    if (event.clipboardData.files.length > 0 && html === "") return;
    event.preventDefault();
    event.stopPropagation();
    if (html === "") document.execCommand("insertText", false, event.clipboardData.getData("text/plain"));
    else document.execCommand("insertHTML", false, trustedRichHtml(cleanNodes(html)));
    report();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const command = keyCommands[`${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}`];
    if (!command) return;
    event.preventDefault();
    document.execCommand(command);
    report();
  };

  return (
    <div className={styles.frame} data-invalid={error !== undefined || undefined}>
      <EditorToolbar editor={editor} onChanged={report} />
      <div
        ref={editor}
        // A multi-line rich text field; no native element is one.
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label="Message"
        aria-invalid={error !== undefined || undefined}
        contentEditable
        suppressContentEditableWarning
        data-empty={isEmpty || undefined}
        data-placeholder="Write your message"
        className={styles.editor}
        onInput={report}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) event.preventDefault();
        }}
      />
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
    </div>
  );
}

const keyCommands: Partial<Record<string, string>> = {
  b: "bold",
  i: "italic",
  "shift+8": "insertUnorderedList",
  "shift+*": "insertUnorderedList",
  "shift+7": "insertOrderedList",
  "shift+&": "insertOrderedList",
  "]": "indent",
  "[": "outdent",
};

function startParagraph(): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.append(document.createElement("br"));
  return paragraph;
}
