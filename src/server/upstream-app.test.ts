import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "./log.ts";
import { readSettings } from "./settings.ts";
import { createUpstreamApp } from "./upstream-app.ts";

/** A service of another make: it says what it got, sets a cookie of its own, and knows nothing of us. */
const seen: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body });
    response.writeHead(url.includes("Refused") ? 401 : 200, {
      "content-type": "application/json; charset=utf-8",
      "set-cookie": "ss-id=theirs; Domain=service.example; Path=/; Secure; HttpOnly",
    });
    response.end('{"result":true}');
  });
});

let app: Awaited<ReturnType<typeof createUpstreamApp>>;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = service.address() as AddressInfo;
  const settings = readSettings({
    LOG_LEVEL: "silent",
    UPSTREAM_URL: `http://127.0.0.1:${port}/24_5/`,
    UPSTREAM_EXTENSIONS: "GetVisitInvoiceRequest",
  });
  app = await createUpstreamApp({ settings, log: createLog(settings) }, settings.upstreamUrl ?? "");
  url = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  service.close();
});

function post(path: string, headers: Record<string, string> = {}) {
  const body = '{"AutoChargedEvent":{}}';
  return fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

it("refuses pages of other sites that come with a cookie", async () => {
  const answer = await post("/json/reply/Auth", { cookie: "ss-id=x", origin: "https://evil.example" });
  expect(answer.status).toBe(403);
  expect(seen).toEqual([]);
});

it("passes every route of the API through, with its status, on the same origin", async () => {
  for (const path of [
    "/json/reply/Refused",
    "/JSON/Reply/Auth?format=json",
    "/AutoChargeEntry/Billing/ChargedVisit",
  ]) {
    const answer = await post(path, { cookie: "ss-id=x", "x-ss-id": "y" });
    expect(answer.status).toBe(path.includes("Refused") ? 401 : 200);
    expect(await answer.json()).toEqual({ result: true });
    expect(answer.headers.get("set-cookie")).toBe("ss-id=theirs; Path=/; HttpOnly");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  }
  expect(seen.map(({ url: path }) => path?.toLowerCase())).toEqual([
    "/24_5/json/reply/refused",
    "/24_5/json/reply/auth?format=json",
    "/24_5/autochargeentry/billing/chargedvisit",
  ]);
  expect(seen[0]).toMatchObject({ method: "POST", body: '{"AutoChargedEvent":{}}' });
  expect(seen[0]?.headers).toMatchObject({ cookie: "ss-id=x", "x-ss-id": "y" });
});

it("tells the console not to count on what it cannot know", async () => {
  const config: unknown = await (await fetch(`${url}/config.json`)).json();
  expect(config).toMatchObject({
    apiBase: "",
    repeatedEvents: "unknown",
    extensions: ["GetVisitInvoiceRequest"],
    limits: {},
  });
});

it("answers in our words when the service cannot be reached", async () => {
  const settings = readSettings({ LOG_LEVEL: "silent", UPSTREAM_URL: "http://127.0.0.1:9" });
  const lost = await createUpstreamApp({ settings, log: createLog(settings) }, "http://127.0.0.1:9");
  const lostUrl = await lost.listen({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(`${lostUrl}/json/reply/Auth`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ responseStatus: { errorCode: "ServiceUnavailable" } });
  await lost.close();
});
