import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { letterOfText, sliceOf } from "./letter-html.ts";
import { letterSchema } from "./letter-schema.ts";
import type { RichPlace } from "./writer.ts";
import { putIn } from "./writing-plugins.ts";
import { apart } from "./writing-field.ts";

/** The selection of the field now. Nothing changes the letter while a dialog covers it. */
export function richPlace(view: EditorView): RichPlace {
  const { selection, doc } = view.state;
  const { $from, $to, from, to } = selection;
  const returnTo = () => {
    const { tr } = view.state;
    view.dispatch(tr.setSelection(selection.map(tr.doc, tr.mapping)));
    view.focus();
  };
  return {
    selected: doc.textBetween(from, to, " "),
    returnTo,
    insert(words) {
      const before = $from.parent.textBetween(0, $from.parentOffset, undefined, " ");
      const after = $to.parent.textBetween($to.parentOffset, $to.parent.content.size, undefined, " ");
      const text = apart(words, before, after);
      const { tr } = view.state;
      if (text.endsWith(" ")) tr.setMeta(putIn, from + text.length);
      view.dispatch(tr.insertText(text, from, to).scrollIntoView());
      view.focus();
    },
    write(lines) {
      const { tr } = view.state;
      view.dispatch(
        tr
          .replaceRange(from, to, sliceOf(letterOfText($from.parentOffset > 0 ? `\n\n${lines}` : lines)))
          .scrollIntoView(),
      );
      view.focus();
    },
    link(href) {
      const { tr } = view.state;
      const mark = letterSchema.marks.a.create({ href });
      if (selection.empty) tr.insert(from, letterSchema.text(href, [mark, ...$from.marks()]));
      else tr.addMark(from, to, mark);
      const end = selection.empty ? from + href.length : to;
      view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1)).scrollIntoView());
      view.focus();
    },
  };
}
