import { describe, expect, test } from "vitest";
import { csvCell } from "#room/billing/csv.ts";
import { exportFileName, visitsCsv, visitsJson } from "./export-visits.ts";
import { row, noon } from "./test-row.ts";

describe("an export", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-2", "'-2"],
    ["@x", "'@x"],
    ["\tx", "'\tx"],
    [" =1", "' =1"],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    [-2, "-2"],
    [undefined, ""],
  ])("writes %j as a cell that no spreadsheet runs", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
  test("CSV has a line per row, formulas as text", () => {
    const lines = visitsCsv([row(1, "withheld", { reason: "=cmd|' /C calc'!A0" })]).split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("'=cmd|' /C calc'!A0");
    expect(lines[1]).toContain(",20.00,USD,");
  });
  test("as JSON is what an import reads", () => {
    const events = [{ eventId: "a" }, { eventId: "b", x: [1, null] }];
    expect(JSON.parse(visitsJson(events, "json"))).toEqual(events);
    expect(
      visitsJson(events, "ndjson")
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(events);
  });
  test("has a name with nothing of a record in it", () => {
    expect(exportFileName("csv", 3, new Date(noon))).toBe("visits-3-2026-11-20.csv");
  });
});
