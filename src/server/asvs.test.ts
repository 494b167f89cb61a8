import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const table = readFileSync(join(import.meta.dirname, "ASVS.md"), "utf8");

/** The requirements of ASVS 5.0.0 levels 1 and 2: the first ones of each section, since those of level 3 come last. */
const counts: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

function expanded(cell: string): string[] {
  return cell.split(",").flatMap((part) => {
    const [first = "", last = first] = part.trim().split("–");
    const section = first.slice(0, first.lastIndexOf("."));
    const [from, to] = [first, last].map((id) => Number(id.slice(id.lastIndexOf(".") + 1)));
    return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, at) => `${section}.${(from ?? 0) + at}`);
  });
}

test("each requirement has one answer, and named tests exist", () => {
  const rows = [...table.matchAll(/^\| ([\d., –]+?) +\| (Met|n\/a|Open) +\| (.+?) +\|$/gm)];
  const wanted = Object.entries(counts).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
    ),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.flatMap(([, ids = ""]) => expanded(ids)).toSorted()).toEqual(wanted.toSorted());
  const countOf = (state: string) =>
    rows.filter(([, , answer]) => answer === state).flatMap(([, ids = ""]) => expanded(ids)).length;
  const told = `${countOf("Met")} are met, ${countOf("n/a")} do not apply, ${countOf("Open")} are open.`;
  expect(table.replaceAll(/\s+/g, " ")).toContain(told);
  const files = ["src", "e2e"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => basename(path)),
  );
  const named = [...table.matchAll(/`([\w-]+\.(?:test|spec)\.ts)`/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !files.includes(name))).toEqual([]);
});
