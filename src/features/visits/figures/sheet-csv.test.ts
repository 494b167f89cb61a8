import { expect, test } from "vitest";
import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";
import { figuresSearch } from "./figures-search.ts";
import { sheetCsv } from "./sheet-csv.ts";
import { requestOf, scopeOf, viewOf } from "./sheet-scope.ts";

const usd = (amount: number) => ({ currency: "USD", amount });

test("a sheet’s file has a line for each figure", () => {
  const figure = { visits: 1, lines: 2, units: 2.5, charged: usd(100.1), corrected: usd(0) };
  const sheet: DaySheet = {
    totals: [{ ...figure, paid: usd(20), arAmount: usd(80.1) }],
    rows: [
      { by: "payer", id: "", name: "", ...figure },
      { by: "code", id: "99213", name: "99213", ...figure },
    ],
    payments: [{ paymentType: "=HYPERLINK(1)", paymentCategory: "Copay", count: 1, amount: usd(-20) }],
    ended: [{ what: "replaced", count: 1, amount: usd(50) }],
    isClosed: false,
    late: {
      sums: [],
      invoices: [
        {
          invoiceNumber: 7,
          visitId: "a7",
          practiceId: "",
          chargedAt: "2026-11-03T09:00:00.0000000",
          chargedBy: "casey",
          charged: usd(5),
          paid: usd(2),
          isNew: true,
          ended: "voided",
          endedAt: "2026-11-04T09:00:00.0000000",
          endedBy: "robin",
        },
        {
          invoiceNumber: 8,
          visitId: "a8",
          practiceId: "",
          chargedAt: "2026-11-03T10:00:00.0000000",
          charged: usd(6),
        },
      ],
    },
    asOf: "2026-11-02T09:00:00.0000000",
  };
  const toDate = [{ name: "Month to date", totals: [{ ...figure, charged: usd(678.5) }] }];
  expect(sheetCsv(sheet, toDate).split("\r\n").slice(1)).toEqual([
    "Total,,,1,2,2.5,USD,100.10,0.00,20.00,80.10,,",
    "Total,Month to date,,1,2,2.5,USD,678.50,0.00,,,,",
    "Payer,No payer (patient),,1,2,2.5,USD,100.10,0.00,,,,",
    "Code,99213,99213,1,2,2.5,USD,100.10,0.00,,,,",
    'Payments,"\'=HYPERLINK(1), Copay",,1,,,USD,,,-20.00,,,',
    "Replaced,,,1,,,USD,,50.00,,,,",
    "After closing: charged,Invoice 7,a7,1,,,USD,5.00,,2.00,,2026-11-03T09:00:00.0000000,casey",
    "After closing: charged,Invoice 8,a8,1,,,USD,6.00,,,,2026-11-03T10:00:00.0000000,",
    "After closing: voided,Invoice 7,a7,1,,,USD,,5.00,2.00,,2026-11-04T09:00:00.0000000,robin",
    "",
  ]);
});

test("a sheet says where rows are left out", () => {
  const figure = { visits: 1, lines: 1, units: 1, charged: usd(1), corrected: usd(0) };
  const rows = Array.from({ length: 500 }, (_one, at) => ({
    by: "code" as const,
    id: `${at}`,
    name: "",
    ...figure,
  }));
  const sheet = { totals: [], payments: [], isClosed: false, late: { sums: [], invoices: [] }, asOf: "" };
  const said = "Code,The first 500. The totals count all.";
  expect(sheetCsv({ ...sheet, rows })).toContain(said);
  expect(sheetCsv({ ...sheet, rows: rows.slice(1) })).not.toContain(said);
});

test("an address names its sheet, and its visits", () => {
  const search = figuresSearch({
    by: "service",
    from: "2026-11-02",
    to: "2026-02-30",
    code: "99213",
    kept: "no",
  });
  expect(search).toEqual({ by: "service", from: "2026-11-02", code: "99213" });
  const scope = scopeOf(search, "2026-11-20");
  expect(requestOf(scope)).toEqual({
    dateOf: "service",
    from: "2026-11-02",
    to: "2026-11-02",
    code: "99213",
  });
  expect(viewOf(scope)).toMatchObject({ tab: "charged", service: "2026-11-02..2026-11-02", code: "99213" });
  expect(viewOf(scopeOf({ from: "2026-11-02", to: "2026-11-04" }, "2026-11-20")).age).toBe(
    "2026-11-02..2026-11-04",
  );
  expect(scopeOf({}, "2026-11-20")).toEqual({ from: "2026-11-20", to: "2026-11-20" });
});

test("days in the wrong order are turned around", () => {
  expect(scopeOf({ from: "2026-11-04", to: "2026-11-02" }, "2026-11-20")).toMatchObject({
    from: "2026-11-02",
    to: "2026-11-04",
  });
});
