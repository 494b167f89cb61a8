import { Node as LetterNode } from "prosemirror-model";
import { expect, test } from "vitest";
import { letterSchema } from "./letter-schema.ts";
import { letterText } from "./letter-text.ts";

type Json = { type: string; content?: Json[]; text?: string; attrs?: object; marks?: object[] };
const of = (type: string, ...content: Json[]): Json => ({ type, content });
const words = (text: string, ...marks: object[]): Json => ({ type: "text", text, marks });
const line = (...content: Json[]) => of("paragraph", ...content);
const said = (text: string) => line(words(text));
const textOf = (...content: Json[]) => letterText(LetterNode.fromJSON(letterSchema, of("doc", ...content)));

test("lists, quotes and breaks are plain lines", () => {
  const inner = of("ul", of("li", said("inner")));
  expect(
    textOf(said("Hello"), of("ul", of("li", said("one"), inner), of("li", said("two"))), said("Bye")),
  ).toBe("Hello\n\n- one\n  - inner\n- two\n\nBye");
  const third = { ...of("ol", of("li", said("c"))), attrs: { order: 3 } };
  expect(textOf(third, of("blockquote", said("a"), line(words("b"), { type: "br" }, words("c"))))).toBe(
    "3. c\n\n> a\n>\n> b\n> c",
  );
});

test("a table keeps its rows and columns", () => {
  const cell = (text: string) => of("table_cell", said(text));
  const row = (...texts: string[]) => of("table_row", ...texts.map(cell));
  expect(textOf(of("table", row("CPT", "Units"), row("99213", "1")), said("Thanks"))).toBe(
    "CPT | Units\n99213 | 1\n\nThanks",
  );
});

test("a link is followed by its address, once", () => {
  const link = { type: "a", attrs: { href: "https://x.example/a" } };
  expect(
    textOf(line(words("see "), words("the", link), words(" page", link, { type: "b" }), words("."))),
  ).toBe("see the page <https://x.example/a>.");
  expect(textOf(line(words("https://x.example/a", link)))).toBe("https://x.example/a");
});

test("tabs and spaces stay as they are seen", () => {
  expect(textOf(said("71046\t\t88.75 "), said("    in\u00a0 place"), said("a\u2003\u2003b"))).toBe(
    "71046\t\t88.75\n\n    in  place\n\na\tb",
  );
});
