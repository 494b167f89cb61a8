import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { serveMetrics } from "./metrics-server.ts";

test("metrics tell operations, queue and sessions, and nothing private", async () => {
  const server = await startTestServer({}, { isWatched: true });
  const log = { error: () => undefined };
  const { metrics } = server;
  if (!metrics) throw new Error("not watched");
  const watched = await serveMetrics(metrics, { host: "127.0.0.1", port: 0, log });
  try {
    const headers = { "x-ss-id": await server.signIn() };
    const event = buildEvent();
    const withheld = buildEvent({ seed: 1, audit: { canAutoCharge: false, finalStatus: "Withheld" } });
    for (const AutoChargedEvent of [event, withheld])
      await server.post("/AutoChargeEntry/Billing/ChargedVisit", { AutoChargedEvent }, headers);
    await server.post("/json/reply/ListVisitsRequest", { limit: 0 }, headers);
    server.clock.now += 60_000;
    const reply = await fetch(`http://127.0.0.1:${watched.port}/metrics`);
    expect(reply.headers.get("content-type")).toContain("text/plain");
    const text = await reply.text();
    const count =
      'console_operation_seconds_count{operation="BillingAutoChargeChargeVisitRequest",status="200"} 2';
    expect(text).toContain(count);
    expect(text).toContain('console_operation_seconds_count{operation="ListVisitsRequest",status="400"} 1');
    expect(text).toContain('console_visits{state="charged"} 1');
    expect(text).toContain('console_visits{state="withheld"} 1');
    expect(text).toContain("console_oldest_open_visit_seconds 60");
    expect(text).toContain("console_sessions 1");
    expect(text).toContain("nodejs_eventloop_lag_seconds");
    expect(text).not.toContain(event.visitCharged.visitId);
    expect(text).not.toContain("casey");
    expect((await fetch(`http://127.0.0.1:${watched.port}/`)).status).toBe(404);
    // Not on the port that everybody reaches.
    expect((await server.send("/metrics", { method: "GET" })).status).toBe(404);
  } finally {
    await watched.close();
    await server.stop();
  }
});

describeOnBothEngines("metrics", (stores) => {
  test("tell of the process while the database is away", async () => {
    const databaseUrl = await stores.fresh();
    const server = await startTestServer({}, { isWatched: true, databaseUrl });
    const read = async () => (await server.metrics?.metrics()) ?? "";
    try {
      const usual = await read();
      expect(usual).toContain("console_sessions 0");
      expect(usual.includes('console_database_connections{use="idle"}')).toBe(
        databaseUrl.startsWith("postgres"),
      );
      await server.store.db.destroy();
      const without = await read();
      expect(without).toContain("console_sessions Nan");
      expect(without).toContain('console_visits{state="charged"} Nan');
      expect(without).toContain("nodejs_eventloop_lag_seconds");
    } finally {
      await server.stop().catch(() => undefined);
    }
  });
});
