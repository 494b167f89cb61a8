import type { CodeTable } from "./code-table.ts";
import { searchCodes } from "./search-codes.ts";

/** What is typed, and the beginnings of codes of which one must be among the first five. */
export interface Query {
  readonly question: string;
  readonly families: readonly string[];
}

/** One a line: the question, a colon, its codes. */
export function readQueries(text: string): Query[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [question = "", families = ""] = line.split(": ");
      return { question, families: families.split(" ") };
    });
}

/** The questions whose answer is not among the first five, with what was found. */
export function missedBy(table: CodeTable, questions: readonly Query[], set: number): string[] {
  return questions.flatMap(({ question, families }) => {
    const found = searchCodes(table, { question, set, limit: 5 });
    const codes = found.map((index) => table.codeAt(index));
    const isFound = codes.some((code) => families.some((family) => code.startsWith(family)));
    return isFound ? [] : [`${question}: ${codes.join(" ")} (${families.join(" ")})`];
  });
}
