import { expect, it } from "vitest";
import { chargeColumns, paymentColumns } from "#room/features/visits/editor/grid/columns.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { openDraft } from "./test-draft.ts";
import { freshRow } from "./new-rows.ts";
import { blockOf, insertBlock, problemsOf } from "./paste-block.ts";

function pasted(text: string, columns = chargeColumns) {
  const visit = openDraft(buildEvent({ charges: 1, diagnoses: 2 }));
  const rowId = visit.order().charges[0] ?? "";
  const members = chargeColumns
    .filter(({ isHiddenByDefault }) => !isHiddenByDefault)
    .map(({ member }) => member);
  const block = blockOf({
    list: "charges",
    at: { rowId, member: "cpt" },
    text,
    members,
    columns,
  });
  const texts = (row: number, ...wanted: string[]) => {
    insertBlock(visit, block);
    const id = visit.order().charges[row] ?? "";
    return wanted.map((member) => visit.text({ list: "charges", rowId: id, member }));
  };
  return { visit, block, problems: problemsOf(block), texts };
}

it("goes by the first line's headings, in any order", () => {
  for (const [first, delimiter] of [
    ["Charge\tUnits\tCPT\tmodifier", "\t"],
    ["charge.amount;quantity;cpt;Mods", ";"],
    ["Charge,Qty,Procedure code,Modifiers", ","],
  ] as const) {
    const line = ["120.10", "2", "99214", "25"].join(delimiter);
    const { problems, texts } = pasted(`${first}\n${line}\n${line}\n`);
    expect(problems).toEqual([]);
    expect(texts(1, "cpt", "modifier", "quantity", "charge.amount")).toEqual(["99214", "25", "2", "120.10"]);
  }
});

it("takes quoted CSV values, and names a heading without column", () => {
  const { block, problems, texts } = pasted(
    'CPT,"What it is",Charge\n99214,"Office visit, long","1,120.10"\n',
  );
  expect(problems.join(" ")).toContain("What it is");
  expect(block.members).toEqual(["cpt", undefined, "charge.amount"]);
  expect(texts(0, "cpt", "charge.amount")).toEqual(["99214", "1120.10"]);
});

it("never splits an amount or modifiers at its comma", () => {
  expect(pasted("1,120.10\n2,300.00").block.cells).toEqual([["1,120.10"], ["2,300.00"]]);
  expect(pasted("1,120,300.10\n2,300,000.00").block.cells).toEqual([["1,120,300.10"], ["2,300,000.00"]]);
  expect(pasted("25,59\n59,76").block.cells).toEqual([["25,59"], ["59,76"]]);
});

it("asks before taking text without headings for comma-separated values", () => {
  const { block, problems } = pasted("99214,25,A,1,120.10\n87880,QW,B,1,24.50");
  expect(block.cells[1]).toEqual(["87880", "QW", "B", "1", "24.50"]);
  expect(problems.join(" ")).toContain("comma");
});

it("takes rows of values for values, not for headings", () => {
  const { block, problems } = pasted("99214\t25\tA\t1\t120.10\n87880\tQW\tB\t1\t24.50");
  expect([block.headings, problems]).toEqual([undefined, []]);
  expect(block.cells).toHaveLength(2);
});

it("takes a fee for the charge unless its ID exists", () => {
  expect(pasted('procedure,mods,qty,fee\n99214,25,1,"1,150.00"\n').problems).toEqual([]);
  expect(pasted('procedure,mods,qty,fee\n99214,25,1,"1,150.00"\n').texts(0, "charge.amount")).toEqual([
    "1150.00",
  ]);
  expect(pasted(`CPT\tFee\n99214\t${"a1".repeat(16)}\n`).block.members).toEqual(["cpt", "feeId"]);
});

it("is told once, not once for each cell", () => {
  const { visit, texts } = pasted(`CPT\tUnits\n${"99214\t2\n".repeat(30)}`);
  const told: number[] = [];
  visit.subscribe(({ cells, lists }) => {
    // Who listens finds all of it.
    expect([lists, visit.rows("charges").length]).toEqual([["charges"], 30]);
    told.push(cells.length);
  });
  expect(texts(29, "cpt", "quantity")).toEqual(["99214", "2"]);
  expect(told).toHaveLength(1);
});

it("goes after the last row when its own is gone", () => {
  const { visit, texts } = pasted("99214\t\t\n36415\t\t");
  const first = visit.order().charges[0] ?? "";
  visit.step("Remove", () => visit.setRows("charges", []));
  visit.step("Add", () => visit.setRows("charges", [freshRow(visit, "charges", 0)]));
  expect(visit.order().charges[0]).not.toBe(first);
  expect(texts(0, "cpt")).toEqual([""]);
  expect(visit.rows("charges")).toHaveLength(3);
});

it("leaves out a line of totals, and says so", () => {
  const { visit, block, problems, texts } = pasted("Date,CPT,Charge\n9/30,99214,120.10\nTotal,,120.10\n");
  expect(problems).toContain("1 line of totals left out.");
  expect(texts(0, "cpt", "charge.amount")).toEqual(["99214", "120.10"]);
  expect([block.cells.length, visit.rows("charges").length]).toEqual([1, 1]);
  for (const word of ["Grand total:", "Sum", "Balance due"])
    expect(pasted(`99214\t25\n${word}\t120.10`).block.cells).toEqual([["99214", "25"]]);
  for (const text of ["Total knee replacement\t1", "99214\tTotal", "Total"])
    expect(pasted(`99214\t25\n${text}`).block.cells, text).toHaveLength(2);
});

it("reads the charge, not a price beside it", () => {
  for (const headings of ["CPT\tQty\tPrice\tCharge", "Code\tUnits\tFee\tAmount", "CPT\tUnits\tFee\tBilled"]) {
    const { problems, texts } = pasted(`${headings}\n99214\t2\t62.50\t125.00\n`);
    expect(texts(0, "quantity", "charge.amount"), headings).toEqual(["2", "125.00"]);
    const left = headings.split("\t")[2];
    expect(problems, headings).toContain(`${left} left out: another column here is read as the same.`);
  }
});

it("asks about a price that may be of one unit", () => {
  for (const name of ["Price", "Fee"]) {
    const { problems, texts } = pasted(`CPT\tUnits\t${name}\n80053\t2\t64.00\n80061\t1\t24.50\n`);
    expect(problems, name).toContain(
      `${name} left out: some lines have more than one unit, and it may be for one. Call it Charge if it’s for the line.`,
    );
    expect(texts(1, "quantity", "charge.amount"), name).toEqual(["1", ""]);
  }
  expect(pasted("CPT\tUnits\tPrice\n80053\t1\t64.00\n80061\t\t24.50").problems).toEqual([]);
  expect(pasted("CPT\tPrice\n80053\t64.00").texts(0, "charge.amount")).toEqual(["64.00"]);
});

it("reads what is for the line, whatever stands before it", () => {
  for (const [one, line] of [
    ["Price", "Line Total"],
    ["Price", "Extended"],
    ["Charge", "Total Charge"],
    ["Charge", "Amount"],
    ["Amount", "Charge"],
    ["Unit price", "Total"],
    ["Fee", "Ext. amount"],
    ["Fee", "Price"],
  ]) {
    const { problems, texts } = pasted(`CPT\tUnits\t${one}\t${line}\n80053\t2\t64.00\t$128.00\n`);
    expect(texts(0, "charge.amount"), line).toEqual(["128.00"]);
    expect(problems.join(" "), line).toContain(one);
  }
});

it("takes a currency", () => {
  const { problems, texts } = pasted("CPT\tCharge\tCurrency\n99214\t20.00\tcad\n");
  expect(problems).toEqual([]);
  expect(texts(0, "charge.amount", "charge.currency")).toEqual(["20.00", "CAD"]);
});

it("takes a currency before the code that has a fee", () => {
  namesAre([{ kind: "fee", id: buildGuid(13, 1), code: "99213", amount: { currency: "USD", amount: 128 } }]);
  for (const text of [
    "Currency\tCPT\tCharge\nEUR\t11042\t9.00\nEUR\t99213\t50.00",
    "CPT\tCurrency\tCharge\n11042\tEUR\t9.00\n99213\tEUR\t50.00",
  ])
    expect(pasted(text).texts(1, "charge.amount", "charge.currency"), text).toEqual(["50.00", "EUR"]);
  namesAre([]);
});

it("can read names of the directory", () => {
  namesAre([{ kind: "payer", id: buildGuid(14, 1), name: "Lakeside Mutual" }]);
  expect(pasted("CPT\tPayer\n99214\tLakeside Mutual").problems).toEqual([]);
  expect(pasted("CPT\tPayer\n99214\tNobody").problems).toHaveLength(2);
  namesAre([]);
});

it("goes by the first of two headings of one column", () => {
  const { texts } = pasted("Code\tProcedure\tCharge\n99214\tOffice visit\t125.00\n");
  expect(texts(0, "cpt", "charge.amount")).toEqual(["99214", "125.00"]);
});

it("leaves out a last line that only sums up", () => {
  const { block, problems } = pasted(
    "CPT\tUnits\tCharge\n99214\t1\t125.10\n87880\t1\t$24.60\n\t2\t$149.70\n",
  );
  expect(block.cells.map(([code]) => code)).toEqual(["99214", "87880"]);
  expect(problems).toContain("1 line of totals left out.");
  for (const last of ["36415\t\t149.70", "\t\t149.69", "\t1\t149.70", "\t\t"])
    expect(pasted(`99214\t25\t125.10\n87880\t59\t24.60\n${last}`).block.cells, last).toHaveLength(3);
  expect(pasted("10\n5\n15").block.cells).toHaveLength(3);
});

it("takes no empty lines from below a table with headings", () => {
  const { visit, block, texts } = pasted("CPT\tUnits\tCharge\n99214\t1\t125.00\n\t\t\n \t\t\n");
  expect(texts(0, "cpt")).toEqual(["99214"]);
  expect([block.cells.length, visit.rows("charges").length]).toEqual([1, 1]);
});

it("knows headings beside a column of line numbers", () => {
  const { texts } = pasted("#\tCPT\tUnits\tCharge\n1\t99214\t2\t125.00\n");
  expect(texts(0, "cpt", "quantity", "charge.amount")).toEqual(["99214", "2", "125.00"]);
});

it("knows headings below a title", () => {
  expect(pasted("CPT\t\n99214\t25\n").block.headings).toEqual(["CPT", ""]);
  const { block, texts } = pasted("Charges of Nov 2\t\t\n\t\t\nCPT\tUnits\tCharge\n99214\t2\t125.00\n");
  expect(block.headings).toEqual(["CPT", "Units", "Charge"]);
  expect(texts(0, "cpt", "quantity", "charge.amount")).toEqual(["99214", "2", "125.00"]);
});

it("asks before an amount without headings becomes units", () => {
  const words = "would be the quantity: copy the table with its headings, or paste it at another cell.";
  expect(pasted("99214\t25\tA\t125.00\n87880\t\tA\t24.60").problems).toEqual([`125.00 ${words}`]);
  expect(pasted("99214\t25\tA\t2\t$125.00").problems).toEqual([]);
  expect(pasted("CPT\tUnits\n99214\t1.00").problems).toEqual([]);
});

it("asks before what is no modifier becomes one", () => {
  expect(pasted("99214\t120.00\n87880\t30.00").problems).toEqual(["2 cells can’t be read in their columns."]);
  expect(pasted("99214\t1\t120.00").problems).toEqual(["1 cell can’t be read in its column."]);
  expect(pasted("99214\t25, lt\tA").problems).toEqual([]);
});

it("takes no unnamed sum for a payment", () => {
  const rowId = openDraft(buildEvent()).order().payments[0] ?? "";
  const members = paymentColumns.map(({ member }) => member);
  const text = "Type\tAmount\nCopay\t20.00\nCash\t10.00\n\t30.00\n";
  const at = { rowId, member: members[0] ?? "" };
  const block = blockOf({ list: "payments", at, text, members, columns: paymentColumns });
  expect(block.cells).toEqual([
    ["Copay", "20.00"],
    ["Cash", "10.00"],
  ]);
  expect(problemsOf(block)).toContain("1 line of totals left out.");
});

it("takes lines in the grid’s order, with a code’s words", () => {
  const [code, ...others] = chargeColumns;
  const service = { member: "service", title: "Service", width: 1, Show: () => null };
  const columns = code ? [code, service, ...others] : [];
  const members = ["cpt", "modifier", "indicatedBy", "quantity", "charge.amount"];
  const want = ["99214", "25", "A", "2", "120.10"];
  const headings = "CPT\tService\tModifiers\tDiagnoses\tQty\tCharge\n";
  for (const [start, line] of [
    ["", "99214\tOffice visit\t25\tA\t2\t120.10\n36415\t\t\tA\t1\t8.00"],
    ["", "99214\t\t25\tA\t2\t120.10"],
    ["", "99214\t25\tA\t2\t120.10"],
    [headings, "99214\tOffice visit\t25\tA\t2\t120.10"],
    [headings, "99214\t\t25\tA\t2\t120.10"],
  ] as const) {
    const { problems, texts } = pasted(start + line, columns);
    expect([problems, texts(0, ...members)], start + line).toEqual([[], want]);
  }
  // Nothing that has a place is left out.
  expect(pasted("99214\t25\tA\t120.10", columns).block.cells[0]).toHaveLength(4);
  expect(pasted("99214\t\tA\t120.10", columns).block.cells[0]).toHaveLength(4);
});

it("leaves an empty charge to the fee schedule", () => {
  namesAre([{ kind: "fee", id: buildGuid(13, 1), code: "36415", amount: { currency: "USD", amount: 8 } }]);
  const { texts } = pasted("CPT\tUnits\tCharge\tA/R\n99214\t1\t120.10\t\n36415\t2\t\t");
  expect(texts(1, "charge.amount", "arAmount.amount")).toEqual(["16.00", "16.00"]);
  namesAre([]);
});
