import { createServer } from "node:http";
import { expect, test } from "vitest";
import { portOf } from "#room/server/direct/test-loopback.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { startTracing } from "./tracing.ts";

test("traces name calls and statements, and nothing private", async () => {
  const received: { path: string; content: string }[] = [];
  const collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    // Protocol buffers keep texts as they are.
    received.push({ path: request.url ?? "", content: Buffer.concat(parts).toString("latin1") });
    response.end();
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const tracing = startTracing(`http://127.0.0.1:${portOf(collector)}/`);
  const server = await startTestServer({}, { tracing });
  const event = buildEvent();
  const trace = "0af7651916cd43dd8448eb211c80319c";
  try {
    const headers = { "x-ss-id": await server.signIn(), traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const path = "/AutoChargeEntry/Billing/ChargedVisit";
    const { status } = await server.post(path, { AutoChargedEvent: event }, headers);
    expect(status).toBe(200);
    await server.post("/json/reply/ListVisitsRequest", { text: "Marlow" }, headers);
  } finally {
    await server.stop();
    await tracing.stop();
    collector.close();
  }
  expect(received.map(({ path }) => path)).toContain("/v1/traces");
  const all = received.map(({ content }) => content).join("");
  for (const name of ["BillingAutoChargeChargeVisitRequest", "ListVisitsRequest", "Auth", "select visit"])
    expect(all).toContain(name);
  expect(all).toContain(Buffer.from(trace, "hex").toString("latin1"));
  for (const secret of ["casey", "Marlow", event.eventId, event.visitCharged.visitId, "99213"])
    expect(all).not.toContain(secret);
});
