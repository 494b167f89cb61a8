import { closeHistory } from "prosemirror-history";
import { type Node as LetterNode, Slice } from "prosemirror-model";
import { type Command, EditorState, Selection, TextSelection } from "prosemirror-state";
import { addRowAfter, deleteRow, deleteTable, fixTables } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import { keptInHtml, spacesOfHtml } from "./kept-spaces.ts";
import { letterHtml, letterOfText } from "./letter-html.ts";
import { letterSchema } from "./letter-schema.ts";
import { letterText } from "./letter-text.ts";
import { pasteInto, pasteWords } from "./paste-into.ts";
import { richPlace } from "./rich-place.ts";
import type { Writer, WritingState, WritingTool } from "./writer.ts";
import { isIn, withLastLine, writingCommands, writingPlugins } from "./writing-plugins.ts";

/** What is dropped from elsewhere: files are the composer’s, and anything else is refused. */
function refuseDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging) return false;
  if (event.dataTransfer?.files.length === 0) event.preventDefault();
  return true;
}

const commands: Readonly<Record<WritingTool, Command>> = {
  ...writingCommands,
  addRow: addRowAfter,
  deleteRow,
  deleteTable,
};

function hasMark({ doc, selection, storedMarks }: EditorState, name: "b" | "i"): boolean {
  const mark = letterSchema.marks[name];
  return selection.empty
    ? mark.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, mark);
}

const toldOf = (state: EditorState): WritingState => ({
  isOn: {
    bold: hasMark(state, "b"),
    italic: hasMark(state, "i"),
    bullets: isIn(state, "ul"),
    numbers: isIn(state, "ol"),
  },
  isInTable: isIn(state, "table"),
});

function stateOf(letter: LetterNode): EditorState {
  const state = EditorState.create({ doc: letter, plugins: [...writingPlugins] });
  const fixed = state.apply(fixTables(state) ?? state.tr);
  return fixed.apply(withLastLine(fixed) ?? fixed.tr);
}

function isBlank({ doc }: EditorState): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.content.size === 2;
}

interface WriterOptions {
  /** At first; none: empty. */
  readonly letter: LetterNode | undefined;
  readonly className: string;
  /** The cursor stands at the start. */
  readonly startsHere: boolean;
  onState(state: WritingState): void;
  onChange(content: { html: string; text: string }): void;
}

/**
 * The field in which a formatted message is written, on ProseMirror: a letter has only what its schema knows, however
 * it got there.
 */
export function openWriter(holder: HTMLElement, options: WriterOptions): Writer {
  const view = new EditorView(holder, {
    state: stateOf(options.letter ?? letterOfText("")),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      options.onState(toldOf(view.state));
      const { doc } = view.state;
      if (transaction.docChanged) options.onChange({ html: letterHtml(doc), text: letterText(doc) });
    },
    clipboardTextSerializer: (slice) => letterText(letterSchema.nodes.doc.create(null, slice.content)),
    // What is copied or dragged goes as HTML, too.
    transformCopied: ({ content, openStart, openEnd }) => new Slice(keptInHtml(content), openStart, openEnd),
    transformPasted: ({ content, openStart, openEnd }) =>
      new Slice(spacesOfHtml(content), openStart, openEnd),
    handleDOMEvents: { paste: pasteInto, drop: refuseDrop },
    attributes: (now) => ({
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": "Message",
      class: options.className,
      "data-placeholder": "Write your message",
      ...(isBlank(now) && { "data-empty": "" }),
    }),
  });
  options.onState(toldOf(view.state));
  if (options.startsHere) {
    view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)));
    view.focus();
  }
  return {
    focus: () => view.focus(),
    showCursor: () => view.dispatch(view.state.tr.scrollIntoView()),
    place: () => richPlace(view),
    use(tool) {
      commands[tool](view.state, view.dispatch, view);
      view.focus();
    },
    paste: (html, text) => pasteWords(view, html, text),
    take({ value, selectionStart, selectionEnd, selectionDirection }) {
      const { tr } = view.state;
      if (value !== "") tr.replaceWith(0, tr.doc.content.size, letterOfText(value).content);
      // A line's end is one character there, and two steps here.
      const placeOf = (at: number) => at + value.slice(0, at).split("\n").length;
      const [start, end] = [placeOf(selectionStart), placeOf(selectionEnd)];
      const [anchor, head] = selectionDirection === "backward" ? [end, start] : [start, end];
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, anchor, head)));
      // What is typed on at once is undone by itself.
      view.dispatch(closeHistory(view.state.tr));
    },
    setInvalid: (isInvalid) => view.dom.setAttribute("aria-invalid", String(isInvalid)),
    destroy: () => view.destroy(),
  };
}
