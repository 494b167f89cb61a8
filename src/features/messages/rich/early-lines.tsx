import type { ClipboardEvent, KeyboardEvent, Ref } from "react";
import { classNames } from "#room/ui/class-names.ts";
import styles from "./rich-editor.module.css";
import { contentOfLines } from "./text-lines.ts";
import type { WithWriter, WritingTool } from "./writer.ts";

/** By their codes, with Ctrl. */
const toolKeys: Readonly<Record<string, WritingTool>> = {
  KeyB: "bold",
  KeyI: "italic",
  KeyU: "underline",
  BracketRight: "quote",
  BracketLeft: "unquote",
};
const toolShiftKeys: typeof toolKeys = { Digit8: "bullets", Digit7: "numbers" };

interface EarlyLinesProps {
  ref: Ref<HTMLTextAreaElement>;
  isInvalid: boolean;
  onChange(content: { html: string; text: string }): void;
  onFocus(): void;
  onComposing(isOn: boolean): void;
  withWriter: WithWriter;
}

/** The message’s text until what formats it is there. What needs that, such as a formatted paste, waits for it. */
export function EarlyLines({ ref, isInvalid, withWriter, ...on }: EarlyLinesProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const tool = (event.shiftKey ? toolShiftKeys : toolKeys)[event.code];
    if (tool === undefined) return;
    event.preventDefault();
    withWriter((writer) => writer.use(tool));
  };
  const onPaste = (event: ClipboardEvent) => {
    const html = event.clipboardData.getData("text/html");
    if (html === "") return;
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData.getData("text/plain");
    withWriter(
      (writer) => writer.paste(html, text),
      () => document.execCommand("insertText", false, text),
    );
  };
  return (
    <textarea
      ref={ref}
      aria-label="Message"
      aria-invalid={isInvalid}
      className={classNames(styles.editor, styles.lines)}
      placeholder="Write your message"
      onChange={(event) => on.onChange(contentOfLines(event.target.value))}
      onFocus={on.onFocus}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onCompositionStart={() => on.onComposing(true)}
      onCompositionEnd={() => on.onComposing(false)}
    />
  );
}
