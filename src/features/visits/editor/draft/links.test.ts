import { describe, expect, it } from "vitest";
import type { DiagnosisDraft } from "./draft.ts";
import { bindWaiting, linksOfText, searchedIn, textOfLinks } from "./links.ts";

const row = (rowId: string, icd10DiagCode: string): DiagnosisDraft => ({
  rowId,
  icd10DiagCode,
  icd9DiagCode: "",
  diagCodePk: "",
  priority: "",
  snomed: "",
});
const rows = [row("x", "J02.9"), row("y", "R05.9"), row("z", "S61.412A")];

describe("links between charges and diagnoses", () => {
  it.each([
    ["A C", "A C"],
    ["a,c", "A C"],
    ["AC", "A C"],
    ["A-C", "A B C"],
    ["c a a", "C A"],
    ["R059", "B"],
    ["D", "D"],
    ["Q99.9", "Q99.9"],
    ["a sore throat", "A sore throat"],
    ["sore throat, fever", "sore throat fever"],
  ])("reads %s as %s", (typed, shown) => {
    expect(textOfLinks(linksOfText(typed, rows, []), rows)).toBe(shown);
  });

  it("keeps the diagnosis when the letters move", () => {
    const links = linksOfText("A", rows, []);
    expect(textOfLinks(links, rows.toReversed())).toBe("C");
  });

  it("binds a letter that was typed before its diagnosis existed", () => {
    const links = linksOfText("B", rows.slice(0, 1), []);
    expect(bindWaiting(links, rows.slice(0, 2))).toMatchObject([{ to: "y" }]);
  });

  it("binds a code that was typed before its diagnosis, once", () => {
    const links = linksOfText("r059, Q99.9 A", [], []);
    expect(textOfLinks(bindWaiting(links, rows), rows)).toBe("B Q99.9 A");
    const both = [...linksOfText("B", rows, []), ...linksOfText("R05.9", [], [])];
    expect(textOfLinks(bindWaiting(both, rows), rows)).toBe("B");
    expect(bindWaiting(links, []), "nothing to bind").toBe(links);
  });

  it.each([
    ["sore thr", { before: "", words: "sore thr", mayBeLetters: false }],
    ["a sore thr", { before: "a", words: "sore thr", mayBeLetters: false }],
    ["A, R059 cough", { before: "A R059", words: "cough", mayBeLetters: false }],
    // Letters of diagnoses that are typed later, or the beginning of a word.
    ["back", { before: "", words: "back", mayBeLetters: true }],
    ["back pain", { before: "", words: "back pain", mayBeLetters: false }],
    ["abc", undefined],
    ["A-C", undefined],
    ["J02.9", undefined],
    ["", undefined],
  ])("searches in %j for %o", (typed, found) => {
    expect(searchedIn(typed, rows)).toEqual(found);
  });

  it("keeps words that stand together in one link", () => {
    expect(linksOfText("A sore thr, fever", rows, [])).toMatchObject([
      { to: "x" },
      { text: "sore thr" },
      { text: "fever" },
    ]);
  });
});
