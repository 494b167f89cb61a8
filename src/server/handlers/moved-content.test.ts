import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ DATA_KEY: randomBytes(32).toString("base64"), LOG_LEVEL: "error" });
  key = await server.signIn();
});
afterAll(() => server.stop());

function post(path: string, body: object) {
  return server.post(path, body, { "x-ss-id": key });
}

function eventOf(index: number) {
  const event = buildEvent({ charges: 1, seed: index });
  const visitCharged = { ...event.visitCharged, visitId: buildGuid(2, index) };
  const audit = { canAutoCharge: false, withholdReason: `Held ${index}` };
  return { ...event, eventId: buildGuid(1, index), visitCharged, audit };
}

const visit = (index: number) => post("/json/reply/GetVisitRequest", { visitId: buildGuid(2, index) });

test("content moved to another row is 500, logged by place", async () => {
  for (const index of [1, 2])
    await post("/AutoChargeEntry/Billing/ChargedVisit", { AutoChargedEvent: eventOf(index) });
  expect(await visit(1)).toMatchObject({ status: 200 });
  await sql`update charged_event set content =
    (select content from charged_event where event_id = ${buildGuid(1, 2)})
    where event_id = ${buildGuid(1, 1)}`.execute(server.store.db);
  const moved = await visit(1);
  expect(moved.status).toBe(500);
  expect(moved.text).not.toContain(buildGuid(2, 2));
  const again = await post("/AutoChargeEntry/Billing/ChargedVisit", { AutoChargedEvent: eventOf(1) });
  expect(again.status).toBe(500);
  expect(server.logLines.join("")).toContain(`charged_event.content ${buildGuid(1, 1)} cannot be opened`);
  expect(await visit(2)).toMatchObject({ status: 200 });
});
