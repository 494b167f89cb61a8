import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allRules } from "./rules-list.ts";

const words = { block: "block", warn: "warn", note: "note" } as const;

test("the rules table in src/README.md lists every rule", () => {
  const map = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const section = map.slice(map.indexOf("## Scrub rules")).split("\n## ", 2)[0] ?? "";
  const rows = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    allRules.map((rule) => [`\`${rule.id}\``, words[rule.severity], rule.title, rule.source]),
  );
});
