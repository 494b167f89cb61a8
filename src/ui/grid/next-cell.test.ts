import { describe, expect, it } from "vitest";
import { nextCell } from "./next-cell.ts";

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
    const typed = { cpt: "99213", quantity: "1" };
    expect(nextCell(from, line(typed))?.member).toBe("indicatedBy");
    expect(nextCell(from, line({ ...typed, indicatedBy: "A" }))?.member).toBe("charge.amount");
  });

  it("leaves no needed cell empty", () => {
    const from = { rowId: "r2", member: "cpt" };
    expect(nextCell(from, line({ quantity: "1", indicatedBy: "A" }))).toEqual(from);
    // One that may stay empty is passed over.
    expect(nextCell({ ...from, member: "modifier" }, line({ indicatedBy: "A" }))?.member).toBe("quantity");
  });

  it("goes to the next line's start, or down its column", () => {
    const full = { cpt: "99213", indicatedBy: "A", quantity: "1", "charge.amount": "10" };
    const from = { rowId: "r1", member: "charge.amount" };
    expect(nextCell(from, line(full, "cpt"))).toEqual({ rowId: "r2", member: "cpt" });
    expect(nextCell(from, line(full))).toEqual({ rowId: "r2", member: "charge.amount" });
    expect(nextCell({ ...from, rowId: "r2" }, line(full))).toBeUndefined();
  });
});
