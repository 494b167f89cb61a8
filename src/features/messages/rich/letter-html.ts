import { DOMSerializer, Fragment, type Node as LetterNode, Slice } from "prosemirror-model";
import { keptInHtml } from "./kept-spaces.ts";
import { letterSchema } from "./letter-schema.ts";

const serializer = DOMSerializer.fromSchema(letterSchema);

export function letterOfText(text: string): LetterNode {
  const { doc, paragraph } = letterSchema.nodes;
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => paragraph.create(null, line === "" ? [] : letterSchema.text(line)));
  return doc.create(null, lines);
}

/** A letter as HTML: only the elements of our schema, and no attributes but those of links, lists and tables. */
export function letterHtml(letter: LetterNode): string {
  const holder = document.createElement("div");
  holder.append(serializer.serializeFragment(keptInHtml(letter.content)));
  // A line of a list or a cell is no paragraph of its own: other programs would space it out.
  for (const only of holder.querySelectorAll("li > p:first-child, td > p:only-child, th > p:only-child")) {
    const isLine = [...(only.parentElement?.children ?? [])].every(
      (each) => each === only || /^[uo]l$/i.test(each.tagName),
    );
    if (isLine) only.replaceWith(...only.childNodes);
  }
  for (const empty of holder.querySelectorAll("p:empty")) empty.append(document.createElement("br"));
  return holder.innerHTML;
}

/** A letter to be put where the cursor is: open at both ends, so that words join the line they are pasted into. */
export function sliceOf(letter: LetterNode): Slice {
  return Slice.maxOpen(Fragment.from(letter.content), false);
}

/** A letter with room to write above what it answers, which is quoted or, when forwarded, follows as it is. */
export function quotedLetter(intro: readonly string[], written: LetterNode, isQuote: boolean): LetterNode {
  const { doc, paragraph, blockquote } = letterSchema.nodes;
  const lines = ["", "", ...intro].map((line) =>
    paragraph.create(null, line === "" ? [] : letterSchema.text(line)),
  );
  const below = isQuote ? [blockquote.create(null, written.content)] : written.content.content;
  return doc.create(null, [...lines, ...below]);
}
