import { baseKeymap, chainCommands, lift, toggleMark, wrapIn } from "prosemirror-commands";
import { gapCursor } from "prosemirror-gapcursor";
import { history, redo, undo } from "prosemirror-history";
import { inputRules, undoInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  Selection,
  type Transaction,
} from "prosemirror-state";
import { goToNextCell, tableEditing } from "prosemirror-tables";
import { letterSchema } from "./letter-schema.ts";
import { endsSpace } from "./writing-field.ts";

const { nodes, marks } = letterSchema;

/** Whether the cursor is in one of these. */
export function isIn(state: EditorState, name: string): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true;
  return false;
}

/** Below the table that the cursor is in. */
export const leaveTable: Command = ({ selection: { $from }, tr }, dispatch) => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type !== nodes.table) continue;
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve($from.after(depth)))).scrollIntoView());
    return true;
  }
  return false;
};

/** Makes a list; in one of its kind, ends it, and in one of the other kind, changes that. */
function toggleList(kind: "ul" | "ol"): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      const { type } = $from.node(depth);
      if (type === nodes[kind]) return liftListItem(nodes.li)(state, dispatch, view);
      if (type !== nodes.ul && type !== nodes.ol) continue;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), nodes[kind]));
      return true;
    }
    return wrapInList(nodes[kind])(state, dispatch, view);
  };
}

const newLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.br.create()).scrollIntoView());
  return true;
};

export const writingCommands = {
  bold: toggleMark(marks.b),
  italic: toggleMark(marks.i),
  underline: toggleMark(marks.u),
  bullets: toggleList("ul"),
  numbers: toggleList("ol"),
  quote: chainCommands(sinkListItem(nodes.li), wrapIn(nodes.blockquote)),
  unquote: chainCommands(liftListItem(nodes.li), lift),
} satisfies Record<string, Command>;

const keys: Record<string, Command> = {
  "Mod-b": writingCommands.bold,
  "Mod-i": writingCommands.italic,
  "Mod-u": writingCommands.underline,
  "Mod-Shift-8": writingCommands.bullets,
  "Mod-Shift-7": writingCommands.numbers,
  "Mod-]": writingCommands.quote,
  "Mod-[": writingCommands.unquote,
  "Mod-z": undo,
  "Mod-Shift-z": redo,
  "Mod-y": redo,
  "Shift-Enter": newLine,
  Enter: splitListItem(nodes.li),
  Backspace: undoInputRule,
  // From the last cell Tab leaves the field, so that nobody is held in a table.
  Tab: goToNextCell(1),
  "Shift-Tab": goToNextCell(-1),
};

// Ctrl+Enter sends.
const { "Mod-Enter": _, ...usualKeys } = baseKeymap;

/** The browser’s own menu asks for Undo and Redo by these. */
const menuUndo = new Plugin({
  props: {
    handleDOMEvents: {
      beforeinput(view, event) {
        const command = { historyUndo: undo, historyRedo: redo }[event.inputType];
        if (!command) return false;
        event.preventDefault();
        return command(view.state, view.dispatch);
      },
    },
  },
});

/** Where words were just put in, with a space after them: a full stop takes that space’s place. */
export const putIn = new PluginKey<number | undefined>("put-in");
const ownSpace = new Plugin<number | undefined>({
  key: putIn,
  state: {
    init: () => undefined,
    apply: (change, end) => {
      // Set only by `richPlace`.
      const put = change.getMeta(putIn) as number | undefined;
      return put ?? (change.docChanged || change.selectionSet ? undefined : end);
    },
  },
  props: {
    handleTextInput(view, from, to, text) {
      if (putIn.getState(view.state) !== from || !endsSpace.test(text)) return false;
      view.dispatch(view.state.tr.insertText(text, from - 1, to));
      return true;
    },
  },
});

/** A letter ends with a line to write on, also below a table or a quote, or a list that ends with one; undefined if it does. */
export function withLastLine({ doc, tr }: EditorState): Transaction | undefined {
  for (let last = doc.lastChild; last; last = last.lastChild)
    if (/^(?:table|blockquote|pre)$/.test(last.type.name))
      return tr.insert(doc.content.size, nodes.paragraph.create());
  return undefined;
}
const lastLine = new Plugin({ appendTransaction: (_changes, _before, state) => withLastLine(state) });

const beforeKeys = new Plugin({
  props: {
    handleDOMEvents: {
      keydown(_view, event) {
        // A busy page tells of a selection made by the key before only after this one, which would miss it.
        if (!event.isComposing) document.dispatchEvent(new Event("selectionchange"));
        // Escape is the page's, which closes the letter and keeps its draft.
        return event.key === "Escape";
      },
    },
  },
});

/** How a letter is written: keys, undo, tables, and "- ", "1. " and "> " at the start of a line. */
export const writingPlugins: readonly Plugin[] = [
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*•]\s$/, nodes.ul),
      wrappingInputRule(
        /^(\d{1,3})[.)]\s$/,
        nodes.ol,
        (match) => ({ order: Number(match[1]) }),
        (match, node) => node.childCount + Number(node.attrs["order"]) === Number(match[1]),
      ),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
    ],
  }),
  keymap(keys),
  keymap(usualKeys),
  history(),
  gapCursor(),
  tableEditing(),
  menuUndo,
  ownSpace,
  lastLine,
  beforeKeys,
];
