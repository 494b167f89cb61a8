import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "#room/server/settings.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { CallLimits } from "./call-limits.ts";

describe("the costly operations", () => {
  let server: TestServer;
  let casey: string;
  let robin: string;
  beforeAll(async () => {
    // One: its next is free after a minute, which no test lasts, however busy the machine.
    const one = { searchesPerMinute: 1, messagesPerMinute: 1, importsPerMinute: 1 };
    server = await startTestServer({}, { limits: { ...one, signInsPerMinute: 5, sessionsPerAddress: 2 } });
    // Users who may call all three.
    for (const name of ["casey", "robin"]) await server.store.users.change(name, { role: "administrator" });
    casey = await server.signIn();
    robin = await server.signIn("robin", "casey password 1");
  });
  afterAll(() => server.stop());

  const calls: [name: string, path: string, body: (key: string) => object][] = [
    ["search", "/api/DiagnosisSearchRequest", () => ({ query: "cough" })],
    ["send", "/DirectMessaging/SendMessage", (sessionKey) => ({ sessionKey, loggedInUser: "x" })],
    ["import", "/api/ImportCodeSetRequest", () => ({ files: [{ fileName: "a.txt", base64: "AAAA" }] })],
  ];
  it.each(calls)("%s: a session, then its address, get 429 with Retry-After", async (_name, path, body) => {
    const call = (key: string) => server.post(path, body(key), { "x-ss-id": key });
    expect((await call(casey)).status).not.toBe(429);
    const refused = await call(casey);
    expect(refused).toMatchObject({
      status: 429,
      body: { responseStatus: { errorCode: "TooManyRequests" } },
    });
    expect(refused.headers["x-request-id"]).toBeTruthy();
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    // Another session is unaffected until the address has used its share.
    expect((await call(robin)).status).not.toBe(429);
    expect((await call(robin)).status).toBe(429);
  });

  it("sign-ins count by address; session checks and sign-outs are free", async () => {
    const statuses = new Set<number>();
    for (let times = 0; times < 5; times += 1)
      statuses.add((await server.post("/auth", { userName: "casey", password: "wrong" })).status);
    expect(statuses).toEqual(new Set([401, 429]));
    for (let times = 0; times < 20; times += 1) {
      expect((await server.post("/auth", {}, { "x-ss-id": casey })).status).toBe(200);
      expect((await server.post("/auth", { provider: "logout" })).status).toBe(200);
    }
  });

  it("verifying codes and charging are not bounded", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        server.post("/json/reply/DiagnosisVerifyRequest", { code: "J06.9" }, { "x-ss-id": casey }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

it("an allowance refills evenly, and a day's work fits", () => {
  let now = 0;
  const limits = new CallLimits(readSettings({}), () => now);
  const call = { request: {}, session: "s", address: "192.0.2.1" };
  // A year's files, each tried and imported, at once; ten searches per visit for two minutes of typing.
  for (let times = 0; times < 40; times += 1) limits.take("importCodeSet", "importsPerMinute", call);
  for (let times = 0; times < 1200; times += 1) limits.take("searchDiagnoses", "searchesPerMinute", call);
  expect(() => limits.take("searchDiagnoses", "searchesPerMinute", call)).toThrow("too often");
  now += 1000;
  for (let times = 0; times < 20; times += 1) limits.take("searchDiagnoses", "searchesPerMinute", call);
  expect(() => limits.take("searchDiagnoses", "searchesPerMinute", call)).toThrow("too often");
});

it("keeps a bounded number of callers, dropping the quietest", () => {
  const limits = new CallLimits(readSettings({}, { searchesPerMinute: 1, sessionsPerAddress: 1_000_000 }));
  const search = (session: string) =>
    limits.take("searchDiagnoses", "searchesPerMinute", { request: {}, session, address: "192.0.2.1" });
  search("first");
  expect(() => search("first")).toThrow("too often");
  for (let number = 0; number < 50_000; number += 1) search(`other ${number}`);
  expect(() => search("other 49999")).toThrow("too often");
  expect(() => search("first")).not.toThrow();
});
