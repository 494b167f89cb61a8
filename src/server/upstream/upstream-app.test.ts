import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { createUpstreamApp } from "./upstream-app.ts";

/** An old host: it supports sign-in, and treats an Auth without a name as an error. */
let isOldHost = false;
const oldKey = "AbCdEfGhIjKlMnOpQrSt";
function answerAsOldHost(
  { cookie = "" }: IncomingMessage["headers"],
  body: Record<string, unknown>,
  response: ServerResponse,
): void {
  const json = { "content-type": "application/json" };
  if (body["provider"] === "logout") response.writeHead(200, json).end("{}");
  else if (body["password"] === "right") {
    response.writeHead(200, {
      ...json,
      "set-cookie": [`ss-id=${oldKey}; path=/; HttpOnly`, "ss-opt=temp; path=/"],
    });
    response.end(JSON.stringify({ SessionId: oldKey, UserName: "Casey" }));
  } else if (typeof body["userName"] === "string") {
    const ResponseStatus = { ErrorCode: "Unauthorized", Message: "Invalid UserName or Password" };
    response.writeHead(401, json).end(JSON.stringify({ ResponseStatus }));
  } else if (cookie.includes("ended")) response.writeHead(401, json).end("{}");
  else {
    const ResponseStatus = { ErrorCode: "ArgumentNullException", Message: "Value cannot be null: provider" };
    response.writeHead(400, json).end(JSON.stringify({ ResponseStatus }));
  }
}

/** A different kind of service: it echoes what it received, sets a cookie of its own, and knows nothing of us. */
const seen: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body });
    if (url.includes("SignedOut")) {
      response.writeHead(302, { location: "https://service.example/Account/Login?ReturnUrl=%2f" }).end();
      return;
    }
    if (url.includes("Page")) {
      response.writeHead(Number(/Page(\d+)/.exec(url)?.[1]), {
        "content-type": "text/html",
        location: "https://login.example/",
        "content-security-policy": "default-src *",
        "access-control-allow-origin": "*",
      });
      response.end("<h1>Runtime Error</h1>");
      return;
    }
    if (url.endsWith("/Cut")) {
      request.socket.destroy();
      return;
    }
    if (url.endsWith("/Old")) {
      response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
      response.end("{}");
      return;
    }
    if (headers["x-endless"]) {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => void (response.destroyed || response.write("x".repeat(65_536), more));
      more();
      return;
    }
    if (isOldHost) {
      answerAsOldHost(request.headers, JSON.parse(body || "{}"), response);
      return;
    }
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

it("refuses pages of other sites, with a cookie or without", async () => {
  const page = { origin: "https://evil.example" };
  for (const headers of [page, { ...page, cookie: "ss-id=x" }])
    for (const path of ["/json/reply/Auth", "/AutoChargeEntry/Billing/ChargedVisit"])
      expect((await post(path, headers)).status).toBe(403);
  expect(seen).toEqual([]);
});

it("passes every API route through, with its status", async () => {
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

it("an endless answer to a sign-in is left", async () => {
  const before = process.memoryUsage().rss;
  expect((await post("/json/reply/Auth", { "x-endless": "yes" })).status).toBe(502);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
});

it("asks the service's Auth however the request spells its path", async () => {
  for (const path of ["//auth/..?a=b", "/auth/%2e%2e?a=b", "http://evil.example/auth?a=b", "/auth/?a=b"])
    await new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const asked = request({ hostname, port, path, method: "POST" }, (answer) => {
        answer.resume().on("end", resolve);
      });
      asked.on("error", reject).end("{}");
    });
  expect(seen.slice(-4).map((asked) => asked.url)).toEqual(Array(4).fill("/24_5/auth?a=b"));
});

it("tells the service nothing about our callers, keeping our headers", async () => {
  const answer = await post("/json/reply/Old", {
    "x-forwarded-host": "evil.example",
    "x-forwarded-for": "192.0.2.1",
    forwarded: "for=192.0.2.1",
  });
  const told = Object.keys(seen.at(-1)?.headers ?? {}).filter((name) =>
    /forwarded|real-ip|origin/.test(name),
  );
  expect(told).toEqual([]);
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

it.each([
  [200, 502],
  [302, 502],
  [500, 502],
  [404, 404],
  [403, 403],
])("a page with status %i becomes our JSON with %i", async (theirs, ours) => {
  for (const path of [`/json/reply/Page${theirs}`, `/auth/Page${theirs}`]) {
    const answer = await fetch(url + path, { method: "POST", body: "{}", redirect: "manual" });
    expect(answer.status).toBe(ours);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(await answer.json()).toMatchObject({ responseStatus: { errorCode: expect.any(String) } });
  }
});

it("a redirect to a sign-in page becomes a 401", async () => {
  for (const path of ["/json/reply/SignedOut", "/auth/SignedOut"]) {
    const answer = await fetch(url + path, { method: "POST", body: "{}", redirect: "manual" });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ responseStatus: { errorCode: "Unauthorized" } });
  }
});

it("a service lost during a charge leaves it unknown", async () => {
  const answer = await post("/json/reply/Cut");
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ responseStatus: { errorCode: "OutcomeUnknown" } });
});

it("remembers who signed in, until a sign-out or 401", async () => {
  isOldHost = true;
  const auth = async (body: object, cookie?: string) => {
    const headers = { "content-type": "application/json", ...(cookie !== undefined && { cookie }) };
    const answer = await fetch(`${url}/json/reply/Auth`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const read: unknown = await answer.json();
    return { status: answer.status, body: read, cookies: answer.headers.getSetCookie() };
  };
  const credentials = { provider: "credentials", userName: "casey", password: "right" };
  const cookie = `ss-id=${oldKey}; ss-opt=temp`;
  expect((await auth({}, cookie)).status).toBe(400);
  // Without a session’s cookie no one is, which the service doesn’t say.
  expect((await auth({}, "ss-opt=temp")).status).toBe(401);
  // Whatever may name a session is the service's to judge.
  for (const own of ["JSESSIONID=a1", "x=1; ".repeat(60) + `ss-id=${oldKey}`])
    expect((await auth({}, own)).status).not.toBe(401);
  expect((await auth({ sessionId: oldKey })).status).not.toBe(401);
  expect(await auth({ ...credentials, password: "wrong" }, cookie)).toMatchObject({
    status: 401,
    body: { ResponseStatus: { Message: "Invalid UserName or Password" } },
  });
  const signedIn = await auth(credentials);
  expect(signedIn.body).toEqual({ SessionId: oldKey, UserName: "Casey" });
  expect(signedIn.cookies).toEqual([
    `ss-id=${oldKey}; path=/; HttpOnly`,
    "ss-opt=temp; path=/",
    expect.stringMatching(/^console-user=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const note = signedIn.cookies[2]?.split(";")[0] ?? "";
  const who = { status: 200, body: { userName: "Casey", sessionId: oldKey, responseStatus: {} } };
  expect(await auth({}, `${cookie}; ${note}`)).toMatchObject(who);
  expect(seen.at(-1)?.headers.cookie).toBe(cookie);
  // A value that many browsers share identifies no one.
  for (const other of ["ss-opt=temp", "ss-id=AbCdEfGhIjKlMnOpQrSX", "x=y"])
    expect((await auth({}, `${other}; ${note}`)).status).toBe(400);
  const cleared = [expect.stringMatching(/^console-user=; .*Max-Age=0$/)];
  expect((await auth({ provider: "logout" }, `${cookie}; ${note}`)).cookies).toEqual(cleared);
  expect((await auth({}, cookie)).status).toBe(400);
  const ended = await auth({}, `${cookie}; x=ended; ${note}`);
  expect([ended.status, ended.cookies]).toEqual([401, cleared]);
  isOldHost = false;
});

it("on HTTPS gives cookies names that no sibling can plant", async () => {
  isOldHost = true;
  const address = service.address() as AddressInfo;
  const upstreamUrl = `http://127.0.0.1:${address.port}`;
  const settings = readSettings({
    LOG_LEVEL: "silent",
    UPSTREAM_URL: upstreamUrl,
    PUBLIC_URL: "https://console.example",
  });
  const secure = await createUpstreamApp({ settings, log: createLog(settings) }, upstreamUrl);
  const auth = (body: object, cookie?: string) =>
    secure.inject({
      method: "POST",
      url: "/json/reply/Auth",
      headers: {
        origin: "https://console.example",
        "content-type": "application/json",
        ...(cookie !== undefined && { cookie }),
      },
      payload: body,
    });
  const signedIn = await auth({ provider: "credentials", userName: "casey", password: "right" });
  expect(signedIn.headers["set-cookie"]).toEqual([
    `__Host-ss-id=${oldKey}; HttpOnly; Path=/; Secure`,
    "__Host-ss-opt=temp; Path=/; Secure",
    expect.stringMatching(/^__Host-console-user=[\w-]+; HttpOnly; SameSite=Lax; Path=\/; Secure$/),
  ]);
  const note = String(signedIn.headers["set-cookie"]?.[2]).split(";")[0];
  expect(signedIn.headers["strict-transport-security"]).toBeTruthy();
  // A sibling's cookie is ignored, here and at the service; ours reaches it by its own name.
  expect((await auth({}, `ss-id=${oldKey}`)).statusCode).toBe(401);
  expect(seen.at(-1)?.headers.cookie).toBeUndefined();
  const who = await auth({}, `ss-id=planted; __Host-ss-id=${oldKey}; __Host-ss-opt=temp; ${note}`);
  expect(who.json()).toMatchObject({ userName: "Casey", sessionId: oldKey });
  expect(seen.at(-1)?.headers.cookie).toBe(`ss-id=${oldKey}; ss-opt=temp`);
  isOldHost = false;
  const path = "/AutoChargeEntry/Billing/ChargedVisit";
  const headers = { cookie: "ss-id=planted; __Host-ss-id=own", "content-type": "application/json" };
  const charged = await secure.inject({ method: "POST", url: path, headers, payload: "{}" });
  expect(charged.headers["set-cookie"]).toEqual(["__Host-ss-id=theirs; HttpOnly; Path=/; Secure"]);
  expect(seen.at(-1)?.headers.cookie).toBe("ss-id=own");
  await secure.close();
});

it("tells the console what it cannot count on", async () => {
  const config: unknown = await (await fetch(`${url}/config.json`)).json();
  expect(config).toMatchObject({
    apiBase: "",
    repeatedEvents: "unknown",
    extensions: [],
    limits: {},
  });
});

it("answers in our words when the service is unreachable", async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const address = `http://127.0.0.1:${port}`;
  const settings = readSettings({ LOG_LEVEL: "silent", UPSTREAM_URL: address });
  const lost = await createUpstreamApp({ settings, log: createLog(settings) }, address);
  const lostUrl = await lost.listen({ host: "127.0.0.1", port: 0 });
  for (const path of ["/json/reply/Auth", "/AutoChargeEntry/Billing/ChargedVisit"]) {
    const answer = await fetch(lostUrl + path, { method: "POST", body: "{}" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ responseStatus: { errorCode: "ServiceUnavailable" } });
  }
  await lost.close();
});
