import { expect, test } from "vitest";
import { startTestServer } from "#room/server/test-server.ts";
import { buildEvent } from "#room/testing/builders.ts";

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
      { date: "2026-11-01", charged: 0, withheld: 0, refused: 0 },
      { date: "2026-11-02", charged: 0, withheld: 1, refused: 0 },
    ]);
    expect(await ask("ListVisitsRequest", { text: "today" })).toMatchObject({
      visits: [{ serviceDate: "2026-11-02" }],
    });
    expect((await ask("ListVisitsRequest", { text: "yesterday" }))["visits"]).toEqual([]);
  } finally {
    await server.stop();
  }
});
