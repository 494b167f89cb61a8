import { describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { followAr } from "./follow-ar.ts";
import { openDraft } from "./test-draft.ts";
import { insertBlock } from "./paste-block.ts";
import { insertRow } from "./row-actions.ts";
import { writeCell } from "./write-cell.ts";

function line(amounts: Readonly<Record<string, string>>) {
  const visit = openDraft(buildEvent({ charges: 1, payments: 0 }));
  const rowId = insertRow(visit, "charges");
  const write = (member: string, text: string) =>
    writeCell(visit, { list: "charges", rowId, member }, text, "Amount");
  for (const [member, text] of Object.entries(amounts)) write(member, text);
  return { visit, rowId, write, ar: () => visit.text({ list: "charges", rowId, member: "arAmount.amount" }) };
}

describe("A/R", () => {
  it("is computed where empty, and follows charge and payments", () => {
    const { visit, write, ar } = line({ "charge.amount": "120.1" });
    expect(ar()).toBe("120.10");
    write("paid.amount", "20");
    expect(ar()).toBe("100.10");
    write("charge.amount", "");
    expect(ar()).toBe("");
    write("charge.amount", "50");
    expect(ar()).toBe("30.00");
    visit.undo();
    expect(ar()).toBe("");
    visit.redo();
    expect(ar()).toBe("30.00");
  });

  it("follows a charge still being typed, undone with it", () => {
    const { visit, rowId, ar } = line({ "charge.amount": "128" });
    const place = { list: "charges", rowId, member: "charge.amount" } as const;
    const type = (text: string, before: string) => {
      visit.type(place, text, "Charge");
      visit.amend(() => followAr(visit, place, before));
    };
    type("321.4", "128.00");
    expect(ar()).toBe("321.40");
    type("321.45", "321.4");
    expect(ar()).toBe("321.45");
    visit.undo();
    expect([visit.text(place), ar()]).toEqual(["128.00", "128.00"]);
  });

  it("is empty while payments are in another currency, then follows", () => {
    const { write, ar } = line({ "charge.amount": "100" });
    write("paid.currency", "EUR");
    expect(ar()).toBe("100.00");
    write("paid.amount", "20");
    expect(ar()).toBe("");
    write("paid.currency", "USD");
    expect(ar()).toBe("80.00");
    write("paid.currency", "EUR");
    write("paid.amount", "30");
    write("paid.currency", "");
    expect(ar()).toBe("70.00");
  });

  it("has the charge’s currency, unless another was typed", () => {
    const { visit, rowId, write, ar } = line({ "charge.amount": "100" });
    const currency = () => visit.text({ list: "charges", rowId, member: "arAmount.currency" });
    write("charge.currency", "JPY");
    expect([ar(), currency()]).toEqual(["100", "JPY"]);
    visit.undo();
    expect([ar(), currency()]).toEqual(["100.00", "USD"]);
    write("arAmount.currency", "EUR");
    write("charge.amount", "90");
    expect([ar(), currency()]).toEqual(["100.00", "EUR"]);
  });

  it("stays if typed by hand, or if amounts are unreadable", () => {
    const { write, ar } = line({ "charge.amount": "120", "arAmount.amount": "0" });
    write("paid.amount", "20");
    expect(ar()).toBe("0.00");
    const other = line({ "charge.amount": "12x" });
    expect(other.ar()).toBe("");
  });

  it("is computed for pasted lines without one, else stays", () => {
    const { visit, rowId } = line({});
    const members = ["cpt", "charge.amount", "paid.amount", "arAmount.amount"];
    const cells = [
      ["99213", "100", "25", ""],
      ["87880", "24.50", "", "20"],
    ];
    insertBlock(visit, { list: "charges", at: { rowId, member: "cpt" }, cells, members });
    const rows = visit.event().visitCharged?.charges?.slice(1) ?? [];
    expect(rows.map(({ arAmount }) => arAmount?.amount)).toEqual([75, 20]);
  });
});
