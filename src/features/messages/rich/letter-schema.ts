import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { tableNodes } from "prosemirror-tables";

/** An element of a letter without attributes of its own. */
function block(tag: string, spec: Omit<NodeSpec, "toDOM">): NodeSpec {
  return { group: "block", parseDOM: [{ tag }], ...spec, toDOM: (): DOMOutputSpec => [tag, 0] };
}

function mark(tag: string, others: readonly string[]): MarkSpec {
  return {
    parseDOM: [tag, ...others].map((each) => ({ tag: each })),
    toDOM: (): DOMOutputSpec => [tag, 0],
  };
}

const tables = tableNodes({ tableGroup: "block", cellContent: "plain+", cellAttributes: {} });

/**
 * What a letter consists of: the elements that our own messages have had from the beginning, and tables. Nothing else
 * can get into one, whatever is typed, pasted or quoted.
 */
export const letterSchema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: block("p", { group: "block plain", content: "inline*" }),
    blockquote: block("blockquote", { content: "block+", defining: true }),
    pre: {
      ...block("pre", { group: "block plain", content: "text*", marks: "", code: true, defining: true }),
      parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    },
    ul: block("ul", { group: "block plain", content: "li+" }),
    ol: {
      group: "block plain",
      content: "li+",
      attrs: { order: { default: 1, validate: "number" } },
      parseDOM: [
        { tag: "ol", getAttrs: (element) => ({ order: Number(element.getAttribute("start")) || 1 }) },
      ],
      toDOM: ({ attrs }): DOMOutputSpec =>
        attrs["order"] === 1 ? ["ol", 0] : ["ol", { start: attrs["order"] }, 0],
    },
    li: { ...block("li", { content: "paragraph block*", defining: true }), group: "" },
    ...tables,
    // Without a style sheet of its own, which many programs drop, a table shows its lines by these.
    table: {
      ...tables["table"],
      toDOM: (): DOMOutputSpec => [
        "table",
        { border: "1", cellpadding: "4", cellspacing: "0" },
        ["tbody", 0],
      ],
    },
    text: { group: "inline" },
    br: {
      group: "inline",
      inline: true,
      selectable: false,
      linebreakReplacement: true,
      parseDOM: [{ tag: "br" }],
      toDOM: (): DOMOutputSpec => ["br"],
    },
  },
  marks: {
    a: {
      attrs: { href: { validate: "string" } },
      inclusive: false,
      parseDOM: [{ tag: "a[href]", getAttrs: (element) => ({ href: element.getAttribute("href") }) }],
      toDOM: ({ attrs }): DOMOutputSpec => ["a", { href: attrs["href"] }, 0],
    },
    b: mark("b", ["strong"]),
    i: mark("i", ["em", "cite"]),
    u: mark("u", ["ins"]),
    s: mark("s", ["del", "strike"]),
  },
});
