import { describe, expect, it } from "vitest";
import { nextCell } from "./next-cell.ts";
import { onlyOneFor } from "./type-ahead.ts";

const members = ["cpt", "modifier", "indicatedBy", "quantity", "charge.amount"];
const line = (texts: Readonly<Record<string, string>>, home?: string) => ({
  entry: ["cpt", "indicatedBy", "quantity", "charge.amount"],
  members,
  rowIds: ["r1", "r2"],
  text: (_row: string, member: string) => texts[member] ?? "",
  home,
});

describe("Enter", () => {
  it("goes to the next needed cell that is still empty", () => {
    const from = { rowId: "r1", member: "cpt" };
    expect(nextCell(from, line({ quantity: "1" }))?.member).toBe("indicatedBy");
    expect(nextCell(from, line({ quantity: "1", indicatedBy: "A" }))?.member).toBe("charge.amount");
  });

  it("goes to the next line's start, or down its column", () => {
    const full = { cpt: "99213", indicatedBy: "A", quantity: "1", "charge.amount": "10" };
    const from = { rowId: "r1", member: "charge.amount" };
    expect(nextCell(from, line(full, "cpt"))).toEqual({ rowId: "r2", member: "cpt" });
    expect(nextCell(from, line(full))).toEqual({ rowId: "r2", member: "charge.amount" });
    expect(nextCell({ ...from, rowId: "r2" }, line(full))).toBeUndefined();
  });
});

describe("a value that is completed", () => {
  it("offers one code for typed words, mentioning more", () => {
    const values = ["Cash", "Check", "Copay"];
    expect(["c", "co", "COPAY", "x", ""].map((typed) => onlyOneFor(typed, values))).toEqual([
      undefined,
      "Copay",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
