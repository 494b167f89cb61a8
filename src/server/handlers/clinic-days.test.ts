import { reportName } from "#room/contract/schemas/report.ts";
import { expect, test } from "vitest";
import { codesOf } from "#room/server/codes/codes.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import { year2025, year2026 } from "#room/server/codes/test-code-files.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { checkCodeSets } from "#room/server/health/code-checks.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { buildCharge, buildEvent, buildGuid } from "#room/testing/builders.ts";

test("today is the clinic's day in summaries and searches", async () => {
  const server = await startTestServer({ CLINIC_TIME_ZONE: "America/New_York" });
  try {
    // In New York it is 9 in the evening.
    server.clock.now = Date.parse("2026-11-03T02:00:00Z");
    const session = { authorization: `Bearer ${await server.signIn()}` };
    const ask = async (name: string, request: object) =>
      (await server.post(`/json/reply/${name}`, request, session)).body;
    const audit = { canAutoCharge: false, withholdReason: "Papers missing" };
    await ask("BillingAutoChargeChargeVisitRequest", { AutoChargedEvent: buildEvent({ seed: 1, audit }) });
    expect((await ask("VisitSummaryRequest", { from: "2026-11-01" }))["perDay"]).toEqual([
      { date: "2026-11-01", charged: 0, corrected: 0, withheld: 0, refused: 0 },
      { date: "2026-11-02", charged: 0, corrected: 0, withheld: 1, refused: 0 },
    ]);
    expect(await ask("ListVisitsRequest", { text: "today" })).toMatchObject({
      visits: [{ serviceDate: "2026-11-02" }],
    });
    expect((await ask("ListVisitsRequest", { text: "yesterday" }))["visits"]).toEqual([]);
  } finally {
    await server.stop();
  }
});

test("a practice in another time zone has its own days", async () => {
  const server = await startTestServer({ CLINIC_TIME_ZONE: "America/New_York" });
  try {
    // The evening of the 2nd in both zones; then past midnight in New York only.
    server.clock.now = Date.parse("2026-11-03T01:00:00Z");
    const ask = async (name: string, request: object) => {
      // A session ends while the clock is set on.
      const session = { authorization: `Bearer ${await server.signIn()}` };
      return (await server.post(`/json/reply/${name}`, request, session)).body;
    };
    const west = buildGuid(9, 5);
    const entries = [{ kind: "practice", id: west, name: "West", timeZone: "America/Los_Angeles" }];
    await ask("SaveDirectoryRequest", { version: 0, entries });
    const charges = [buildCharge(0, [], { cpt: "99203", arAmount: null })];
    for (const [seed, at, practiceId] of [
      [1, "2026-11-03T02:00:00Z", west],
      [2, "2026-11-03T06:00:00Z", west],
      [3, "2026-11-03T06:00:00Z", buildGuid(9, 6)],
    ] as const) {
      server.clock.now = Date.parse(at);
      const event = buildEvent({ seed, visit: { practiceId, charges } });
      await ask("BillingAutoChargeChargeVisitRequest", { AutoChargedEvent: event });
    }
    const on = async (day: string) => {
      const days = { from: day, to: day };
      const sheet = await ask("DaySheetRequest", { dateOf: "charge", ...days });
      const found = { states: ["charged"], receivedDayFrom: day, receivedDayTo: day };
      const list = await ask("ListVisitsRequest", { ...found, code: "99203", chargedBy: "casey" });
      const others = await ask("ListVisitsRequest", { ...found, chargedBy: "robin" });
      const came = { payment: "Card|Copay", paidDayFrom: day, paidDayTo: day };
      const paid = await ask("ListVisitsRequest", { states: ["charged"], ...came });
      expect(sheet["payments"]).toMatchObject([{ count: paid["total"] }]);
      return [sheet["totals"], list["total"], others["total"]];
    };
    expect(await on("2026-11-02")).toMatchObject([[{ visits: 2, lines: 2 }], 2, 0]);
    expect(await on("2026-11-03")).toMatchObject([[{ visits: 1, lines: 1 }], 1, 0]);
    // The list behind a figure has what the figure counts: a corrected charge is of the day of its correction.
    const again = buildEvent({ seed: 2, visit: { practiceId: west, charges } });
    const corrected = {
      autoChargedEvent: { ...again, eventId: buildGuid(1, 22) },
      replacesInvoice: 2,
      reason: "Units",
    };
    expect(await ask("CorrectVisitRequest", corrected)).toMatchObject({ invoiceNumber: 4 });
    server.clock.now = Date.parse("2026-11-03T20:00:00Z");
    const next = {
      ...corrected,
      autoChargedEvent: { ...again, eventId: buildGuid(1, 23) },
      replacesInvoice: 4,
    };
    expect(await ask("CorrectVisitRequest", next)).toMatchObject({ invoiceNumber: 5 });
    expect(await on("2026-11-02")).toMatchObject([[{ visits: 1, lines: 1 }], 1, 0]);
    expect(await on("2026-11-03")).toMatchObject([[{ visits: 2, lines: 2 }], 2, 0]);
    server.clock.now = Date.parse("2026-11-03T06:00:00Z");
    const notBegun = await ask("CloseDayRequest", { day: "2026-11-04" });
    expect(notBegun).toMatchObject({ responseStatus: { errorCode: "InclusiveBetween" } });
    // It has begun in New York, and not there.
    for (const practiceId of [west, undefined])
      expect(await ask("CloseDayRequest", { day: "2026-11-03", practiceId })).toEqual(notBegun);
    const ofEast = { day: "2026-11-03", practiceId: buildGuid(9, 6) };
    expect(await ask("CloseDayRequest", ofEast)).toMatchObject({ by: "casey" });
    expect(await ask("CloseDayRequest", { day: "2026-11-02" })).toMatchObject({ by: "casey" });
    const asked = { dateOf: "charge", from: "2026-11-02", to: "2026-11-02" };
    const kept = await ask("DaySheetRequest", { ...asked, asClosed: true });
    expect(kept).toMatchObject({ closed: { by: "casey", hasSheet: true }, totals: [{ visits: 1 }] });
    const other = await ask("DaySheetRequest", { ...asked, practiceId: west, asClosed: true });
    expect(other).toMatchObject({ responseStatus: { errorCode: "DayNotClosed" } });
  } finally {
    await server.stop();
  }
});

test.each(["America/New_York", "Pacific/Auckland"])(
  "the first and last days there are, in %s",
  async (zone) => {
    const server = await startTestServer({ CLINIC_TIME_ZONE: zone });
    try {
      const session = { authorization: `Bearer ${await server.signIn()}` };
      const ask = async (name: string, request: object) => {
        const { status, text } = await server.post(`/json/reply/${name}`, request, session);
        expect(`${status} ${name} ${JSON.stringify(request)} ${status === 200 ? "" : text}`).toMatch(
          /^(?:200|400) /,
        );
      };
      for (const [from, to] of [
        ["0001-01-01", "0001-01-01"],
        ["9999-12-31", "9999-12-31"],
      ]) {
        for (const more of [
          { receivedDayFrom: from, receivedDayTo: to },
          { firstReceivedDayFrom: from, firstReceivedDayTo: to },
          { workedBy: "casey", workedDayFrom: from, workedDayTo: to },
          { endedAs: "voided", endedDayFrom: from, endedDayTo: to },
          { paidDayFrom: from, paidDayTo: to },
        ]) {
          const filter = { states: ["charged"], ...more };
          await ask("ListVisitsRequest", filter);
          await ask("ExportVisitsRequest", filter);
          await ask("SaveVisitViewRequest", {
            viewId: buildGuid(11, 1),
            name: "Ends",
            isShared: true,
            filter,
          });
          await ask("ListVisitViewsRequest", { withTotals: true });
        }
        await ask("VisitSummaryRequest", { from });
        await ask("DaySheetRequest", { from, to });
        await ask("ExportInvoiceLinesRequest", { from, to });
        for (const report of reportName.options) await ask("GetReportRequest", { report, from, to });
      }
    } finally {
      await server.stop();
    }
  },
);

test.each([
  ["America/New_York", "2026-10-01T02:00:00Z", 200, "takes effect on 10/01/2026"],
  ["Pacific/Auckland", "2026-09-30T12:00:00Z", 400, "which include today"],
])("without a date, codes are of today in %s", async (zone, at, status, warning) => {
  const server = await startTestServer({ CLINIC_TIME_ZONE: zone });
  try {
    server.clock.now = Date.parse(at);
    const now = () => new Date(server.clock.now);
    const files = { by: "test", now, mayBeCut: true };
    await importCodeFiles(codesOf(server.store), [year2025, year2026], files);
    const session = { authorization: `Bearer ${await server.signIn()}` };
    const ask = async (name: string, request: object) => server.post(`/json/reply/${name}`, request, session);
    for (const [name, request] of [
      ["DiagnosisVerifyRequest", { code: "I10" }],
      ["DiagnosisDetailRequest", { code: "I10" }],
      ["DiagnosisSearchRequest", { query: "I10" }],
    ] as const)
      expect([name, (await ask(name, request)).status]).toEqual([name, status]);
    const { body } = await ask("CodeSetsRequest", {});
    expect(body["warnings"]).toEqual([expect.stringContaining(warning)]);
    const checked = await checkCodeSets({ store: server.store, now } as unknown as ServerParts);
    expect(checked.act).toContain(warning);
  } finally {
    await server.stop();
  }
});
