import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codesOf } from "#room/server/codes/codes.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import { officialFolder } from "#room/server/codes/test-official-files.ts";
import { missedBy, readQueries } from "#room/server/codes/test-queries.ts";
import { openStore } from "#room/server/store/store.ts";
import { asksForDiagnosis, asksForService, procedureTableOn } from "./procedure-table.ts";
import { proceduresOf } from "./procedure-book.ts";
import queries from "./procedure-queries.txt?raw";

const workbook = join(officialFolder() ?? "", "HCPC2025_OCT_ANWEB.xlsx");
const all = readQueries(queries);
const supplies = all.filter(({ families }) => !families.includes("CPT"));

it("knows what only CPT has a code for", () => {
  expect(
    all.filter(({ question, families }) => asksForService(question) !== families.includes("CPT")),
  ).toEqual([]);
  const others = [
    "flu shot admin",
    "wrist splint",
    "suture removal",
    "nebulizer",
    "crutches",
    "rocephin",
    "",
  ];
  expect(others.filter(asksForService)).toEqual([]);
});

it("knows a diagnosis from a drug or a supply", async () => {
  const store = await openStore(":memory:");
  const table = await procedureTableOn(await proceduresOf(store), "2026-09-01");
  const diagnoses = [
    "bee sting",
    "dog bite",
    "asthma attack",
    "food poisoning",
    "swimmer's ear",
    "fish hook finger",
  ];
  expect(diagnoses.filter((words) => !asksForDiagnosis(words, table))).toEqual([]);
  const others = [
    "toradol for migraine",
    "crutches ankle sprain",
    "knee brace",
    "sling",
    "eye patch",
    "nebulizer",
    "",
  ];
  expect(others.filter((words) => asksForDiagnosis(words, table))).toEqual([]);
  await store.close();
});

it("the starter list finds its procedures by everyday words", async () => {
  const store = await openStore(":memory:");
  const book = await proceduresOf(store);
  const has = (family: string) => [...book.codes.keys()].some((code) => code.startsWith(family));
  const questions = supplies.filter(({ families }) => families.some(has));
  const missed = missedBy(await procedureTableOn(book, "2026-09-01"), questions, 0);
  expect(questions.length).toBeGreaterThan(30);
  expect(missed).toEqual([]);
  await store.close();
});

it.skipIf(!existsSync(workbook))(
  "the official list finds procedures by everyday words",
  async () => {
    const store = await openStore(":memory:");
    const now = () => new Date("2026-11-22T12:00:00Z");
    const file = { name: "HCPC2025_OCT_ANWEB.xlsx", bytes: readFileSync(workbook) };
    await importCodeFiles(codesOf(store), [file], { by: "test", now, acceptsNotice: true, mayBeCut: false });
    const table = await procedureTableOn(await proceduresOf(store), "2025-12-31");
    expect(missedBy(table, supplies, 0)).toEqual([]);
    await store.close();
  },
  60_000,
);
