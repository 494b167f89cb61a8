import { Fragment, type Node as LetterNode } from "prosemirror-model";
import { spacesInHtml, tabInHtml } from "./text-lines.ts";

/** Content with its lines’ words written anew: first as a whole, at the same length, and then each text of one style. */
function reworded(
  content: Fragment,
  ofLine: (line: string) => string,
  ofText: (text: string) => string,
): Fragment {
  const wordsOf = (block: LetterNode): Fragment => {
    const line = ofLine(block.textBetween(0, block.content.size, "", "\n"));
    const nodes: LetterNode[] = [];
    block.forEach((node, at) =>
      nodes.push(
        node.isText ? node.type.schema.text(ofText(line.slice(at, at + node.nodeSize)), node.marks) : node,
      ),
    );
    return Fragment.from(nodes);
  };
  const blocks: LetterNode[] = [];
  content.forEach((node) => {
    if (node.isText || node.type.spec.code === true) blocks.push(node);
    else blocks.push(node.copy(node.isTextblock ? wordsOf(node) : reworded(node.content, ofLine, ofText)));
  });
  return Fragment.from(blocks);
}

/** With spaces that HTML doesn’t make one. */
export function keptInHtml(content: Fragment): Fragment {
  return reworded(content, spacesInHtml, (text) => text.replaceAll("\t", tabInHtml));
}

/** The spaces that `keptInHtml` wrote, as they were. */
export function spacesOfHtml(content: Fragment): Fragment {
  return reworded(
    content,
    (line) => line.replaceAll(/(?<=^|\n)\u00a0|[ \u00a0]{2,}/g, (run) => " ".repeat(run.length)),
    (text) => text.replaceAll(tabInHtml, "\t"),
  );
}
