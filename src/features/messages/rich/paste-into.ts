import type { Node as LetterNode } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { wordsOfHtml } from "#room/features/messages/html-mail/too-heavy.ts";
import { toast } from "#room/ui/toast-store.ts";
import { holdForWriting } from "./hold-for-writing.ts";
import { htmlReader } from "./late-code.ts";
import { letterOfText, sliceOf } from "./letter-html.ts";
import { isIn, leaveTable } from "./writing-plugins.ts";

const patienceMs = 5000;

/** Formatted text before its reader is there. What is pressed meanwhile comes after it; without the reader it comes as plain text. */
async function pasteLate(html: string, text: string, put: (letter: LetterNode) => void): Promise<void> {
  const goOn = holdForWriting();
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, patienceMs));
  try {
    const reader = await Promise.race([htmlReader.load(), tooLate]).catch(() => undefined);
    put(reader ? reader.letterOfHtml(html) : letterOfText(text === "" ? wordsOfHtml(html) : text));
  } finally {
    await goOn();
  }
}

/**
 * Pastes through our own sanitizer. ProseMirror’s way parses the clipboard by a policy of its own, which the page’s
 * Trusted Types refuse. Files alone are left to the composer, which attaches them.
 */
export function pasteInto(view: EditorView, event: ClipboardEvent): boolean {
  const data = event.clipboardData;
  if (!data) return false;
  const html = data.getData("text/html");
  const text = data.getData("text/plain") || data.getData("text/uri-list");
  if (html === "" && text === "") return true;
  event.preventDefault();
  // A spreadsheet also offers a picture of its cells.
  event.stopPropagation();
  pasteWords(view, html, text, event);
  return true;
}

/** Pastes what was on the clipboard, with HTML or without. */
export function pasteWords(
  view: EditorView,
  html: string,
  text: string,
  event = new ClipboardEvent("paste"),
): void {
  if (/<img\s/i.test(html)) toast({ title: "Pictures were left out. Attach them as files." });
  const { state } = view;
  if (html === "" && state.selection.$from.parent.type.spec.code) {
    view.dispatch(state.tr.insertText(text.replaceAll(/\r\n?/g, "\n")).scrollIntoView());
    return;
  }
  const put = (letter: LetterNode) => {
    if (view.isDestroyed) return;
    const slice = sliceOf(letter);
    if (view.someProp("handlePaste", (handle) => handle(view, event, slice))) return;
    const before = view.state;
    view.dispatch(before.tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
    if (!isIn(before, "table")) leaveTable(view.state, view.dispatch);
  };
  const reader = htmlReader.now();
  if (html === "") put(letterOfText(text));
  else if (reader) put(reader.letterOfHtml(html));
  else void pasteLate(html, text, put);
}
