import { describe, expect, it, vi } from "vitest";
import { BatchRun } from "./batch-run.ts";
import { keptTextOf } from "./batch-text.ts";
import { readBatch } from "./read-batch.ts";
import { sumWords, unreadWords } from "./sum-words.ts";

const today = "2026-11-22";
const short = (text: string) =>
  readBatch(text, today).rows.map(({ code, svcDate, dateFault }) =>
    [code, dateFault === undefined ? svcDate : "fault"].join(" ").trim(),
  );
const unread = (text: string) => unreadWords(readBatch(text, today));

describe("a line's date, whatever stands between", () => {
  it.each(["2024-11-03", "11/03/2024", "3-Nov-24"])("is that of all its codes: %s", (date) => {
    const rows = ["M54.50 2024-11-03", "J06.9 2024-11-03"];
    for (const line of [
      `M54.50;J06.9 ${date}`,
      `M54.50 J06.9 ${date}`,
      `M54.50, J06.9 ${date}`,
      `${date} M54.50;J06.9`,
      `M54.50 ${date}; J06.9`,
      `M54.50;J06.9;${date}`,
    ]) {
      expect(short(line)).toEqual(rows);
      expect(unread(line)).toBe("");
      expect(short(keptTextOf(readBatch(line, today)))).toEqual(rows);
    }
  });

  it("is each code's own where each has one", () => {
    expect(short("M54.50 2024-11-03; J06.9 2024-11-04")).toEqual(["M54.50 2024-11-03", "J06.9 2024-11-04"]);
  });

  it("is a fault where it may be a CPT code", () => {
    expect(short("M54.50;J06.9 46083")).toEqual(["M54.50 fault", "J06.9 fault"]);
  });

  it("is named if it is not read", () => {
    const words = "Not checked: “10/02/2026” on line 1.";
    expect(unread("J02.9 10/01/2026; M54.5; R05.9 10/02/2026")).toBe(words);
    expect(short("J02.9 seen 10/01/2026 at home; I10")).toEqual(["J02.9 fault", "I10 fault"]);
  });
});

describe("what stands beside the codes", () => {
  it.each(["Dx: J02.9 (R05.9)", "ICD-10: J02.9, R05.9", "Diagnosis codes J02.9 / R05.9"])(
    "is no heading if it holds codes: %j",
    (text) => expect(short(text)).toEqual(["J02.9", "R05.9"]),
  );

  it.each([
    ["j029 ; S61.211A,foo\nI10", "Not checked: “foo” on line 1."],
    ["J02.9,R05.9\nI10,foo", "Not checked: “foo” on line 2."],
    ["J02.9\tICD-10\nI10\tICD-10\nR05.9\tfoo", "Not checked: “foo” on line 3."],
    ["J02.9,foo", "Not read: “foo”."],
    ["J02.9,foo\nI10", "Not read: column 2."],
    ["J02.9 sore throat; R05.9 cough\nI10", ""],
    ["1) J02.9, 2) R05.9\nI10 and E11.9", ""],
  ])("is named if it is neither: %j", (text, words) => {
    expect(unread(text)).toBe(words);
  });

  it("stands beside the code it leaves out", () => {
    const [row] = readBatch("J02.9,foo", today).rows;
    if (!row) throw new Error("no row");
    const good = { row, svcDate: today, check: { state: "billable" }, suggestions: [], mapping: [] } as const;
    expect(sumWords([good], unread("J02.9,foo"))).toBe("J02.9 is valid and billable. Not read: “foo”.");
    expect(sumWords([good], "")).toBe("The code is valid and billable.");
  });
});

it("an answer is of its text until another is typed", () => {
  const parts = { client: undefined as never, canSuggest: false, canMap: false };
  const run = new BatchRun("J02", readBatch("J02", today), { svcDate: today, codeSystemName: "" }, parts);
  expect([run.isOf("J02"), run.isOf("J02.9")]).toEqual([true, false]);
  run.textBecame("J02.9", "J02");
  expect(run.isOf("J02.9")).toBe(true);
  run.textBecame("I10", "R05.9");
  expect(run.isOf("I10")).toBe(false);
});

it("a code taken in a stopped batch is checked alone", async () => {
  const text = "J02\nI10\nR05.9";
  const parts = { client: undefined as never, canSuggest: false, canMap: false };
  const run = new BatchRun(text, readBatch(text, today), { svcDate: today, codeSystemName: "" }, parts);
  const first = run.start();
  run.stop();
  await first;
  const [row] = run.get()?.answers ?? [];
  if (!row) throw new Error("no row");
  run.take(new Map([[row, { code: "J02.9", description: "", isChargeable: true }]]));
  await vi.waitFor(() => expect(run.get()).toMatchObject({ phase: "done", done: 1 }));
});
