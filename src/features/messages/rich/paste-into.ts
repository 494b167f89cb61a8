import type { EditorView } from "prosemirror-view";
import { letterOfHtml, letterOfText, sliceOf } from "./letter-html.ts";

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
  const { state } = view;
  if (html === "" && state.selection.$from.parent.type.spec.code) {
    view.dispatch(state.tr.insertText(text.replaceAll(/\r\n?/g, "\n")).scrollIntoView());
    return true;
  }
  const slice = sliceOf(html === "" ? letterOfText(text) : letterOfHtml(html));
  if (view.someProp("handlePaste", (handle) => handle(view, event, slice))) return true;
  view.dispatch(state.tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
  return true;
}

/** What is dropped from elsewhere: files are the composer’s, and anything else is refused. */
export function refuseDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging) return false;
  if (event.dataTransfer?.files.length === 0) event.preventDefault();
  return true;
}
