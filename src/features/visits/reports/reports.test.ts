import { expect, test } from "vitest";
import { emptyDirectory } from "#room/billing/directory/directory-index.ts";
import { clinicAddress, everything } from "#room/features/visits/list/list-search.ts";
import { reportCsv } from "./report-csv.ts";
import { reportLooks } from "./report-looks.ts";
import { reportScope } from "./report-scope.ts";
import { reportsSearch } from "./reports-search.ts";

test("spans end today or with the month", () => {
  const days = (search: Parameters<typeof reportsSearch>[0], today = "2026-11-24") => {
    const { from, to } = reportScope(reportsSearch(search), today);
    return `${from} ${to}`;
  };
  expect(days({})).toBe("2026-11-01 2026-11-24");
  expect(days({ span: "last-month" })).toBe("2026-10-01 2026-10-31");
  expect(days({ span: "last-month" }, "2027-01-01")).toBe("2026-12-01 2026-12-31");
  expect(days({ span: "last-month" }, "2028-03-31")).toBe("2028-02-01 2028-02-29");
  expect(days({ span: "quarter" })).toBe("2026-10-01 2026-11-24");
  expect(days({ span: "year" })).toBe("2026-01-01 2026-11-24");
  expect(days({ from: "2026-05-04", to: "2026-05-01" })).toBe("2026-05-01 2026-05-04");
  expect(days({ from: "2026-05-04", to: "2026-02-30" })).toBe("2026-05-04 2026-05-04");
});

test("a report’s file has a line for each currency", () => {
  const row = { id: "", visits: 3 };
  const report = {
    groups: [
      { by: "practice" as const, rows: [{ ...row, sums: [{ currency: "JPY", amount: 1000 }] }] },
      { by: "practice" as const, rows: [{ ...row, sums: [{ currency: "USD", amount: 100.01 }] }] },
    ],
    asOf: "2026-11-02T09:00:00.0000000",
  };
  expect(reportCsv("average", report, emptyDirectory).split("\r\n")).toEqual([
    "\uFEFFBy,Name,ID,Visits,Charged,Average,Currency",
    "Practice,No practice,,3,1000,333,JPY",
    "Practice,No practice,,3,100.01,33.34,USD",
    "",
  ]);
});

test("an average is written as the amount beside it", () => {
  const row = { id: "", visits: 2, sums: [{ currency: "JPY", amount: 3000 }] };
  expect(reportLooks.average.columns.map(({ text }) => text(row))).toEqual(["2", "JPY 3,000", "JPY 1,500"]);
});

test("a row’s visits have an address", () => {
  const scope = { from: "2026-11-01", to: "2026-11-30" };
  const address = (id: string) => {
    const view = reportLooks["first-pass"].viewOf("course", { id, visits: 1, sums: [] }, scope);
    return clinicAddress.write({ ...everything, ...view });
  };
  expect(clinicAddress.read(address("held"))).toMatchObject({
    tab: "charged",
    course: "held",
    arrived: "2026-11-01..2026-11-30",
  });
  expect(clinicAddress.read(address("open"))).toMatchObject({ tab: "open", course: "" });
  const row = { visits: 1, sums: [] };
  const old = { ...row, id: "31-60", from: "2026-09-01", to: "2026-10-01" };
  expect(reportLooks.aging.viewOf("age", old, scope)).toMatchObject({ arrived: "2026-09-01..2026-10-01" });
  const ofRule = reportLooks.findings.viewOf("rule", { ...row, id: "NCCI" }, scope);
  expect(ofRule).toMatchObject({ tab: "all", held: "rule:NCCI", arrived: "2026-11-01..2026-11-30" });
  const ofReason = reportLooks.withheld.viewOf("reason", { ...row, id: "For Jane Doe" }, scope);
  expect(ofReason?.held).toMatch(/^reason:[0-9a-z]+$/);
  const office = { ...row, id: "a".repeat(32), code: "99213" };
  expect(reportLooks["office-visits"].viewOf("provider", office, scope)).toMatchObject({
    provider: office.id,
    code: "99213",
  });
});
