import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { passwordRecord } from "./passwords.ts";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";

// Real passwords are dear to check, and the machine may be busy.
vi.setConfig({ testTimeout: 30_000 });

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ ALLOWED_ORIGINS: "https://desk.example" });
});
afterEach(() => server.stop());

const minute = 60_000;
const hour = 60 * minute;
const verify = "/json/reply/DiagnosisVerifyRequest";

function statusOf(body: Record<string, unknown>): { errorCode: string; message: string; errors: unknown[] } {
  return body["responseStatus"] as ReturnType<typeof statusOf>; // the shape is what the tests check
}

function auth(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return server.post("/auth", body, headers);
}

/** 401 without a session, 400 with one: the empty body fails its validation. */
async function isSignedIn(headers: Record<string, string>): Promise<boolean> {
  const answer = await server.post(verify, {}, headers);
  expect([400, 401]).toContain(answer.status);
  return answer.status === 400;
}

describe("a refused sign-in", () => {
  it("has the same words and status for an unknown user, a wrong password and a disabled user", async () => {
    await server.store.users.setDisabled("robin", true);
    const answers = [
      await auth({ userName: "nobody", password: passwordOfCasey }),
      await auth({ userName: "casey", password: "wrong" }),
      await auth({ userName: "robin", password: passwordOfCasey }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual(answers[0]?.body);
      expect(statusOf(body).errorCode).toBe("Unauthorized");
      expect(headers["www-authenticate"]).toBe('credentials realm="/auth/credentials"');
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  it("does the same work for a wrong password, an unknown user, a disabled one and one without a password", async () => {
    const own = await startTestServer({
      SIGN_IN_FAILURES_PER_USER: "100",
      SIGN_IN_FAILURES_PER_ADDRESS: "1000",
    });
    const { users } = own.store;
    await users.setPassword("casey", await passwordRecord(passwordOfCasey));
    await users.setPassword("robin", await passwordRecord(passwordOfCasey));
    await users.setDisabled("robin", true);
    await users.add({ name: "morgan", role: "lead", passwordRecord: undefined, addresses: [], createdAt: 0 });
    const names = ["casey", "nobody", "robin", "morgan"];
    const works = new Map(names.map((name) => [name, new Array<number>()]));
    // The processor's time, not the clock's: a busy machine does not change it. Taken in turns, so that what changes
    // it all the same changes all alike.
    for (let round = 0; round < 5; round += 1)
      for (const userName of names) {
        const before = process.cpuUsage();
        expect((await own.post("/auth", { userName, password: "wrong" })).status).toBe(401);
        const { user, system } = process.cpuUsage(before);
        works.get(userName)?.push(user + system);
      }
    await own.stop();
    const medians = [...works.values()].map((times) => times.toSorted((a, b) => a - b)[2] ?? 0);
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.3);
    // Twenty times the full work: a limit for a busy machine, not a wait.
  }, 120_000);

  it("names the missing members", async () => {
    const { status, body } = await auth({ provider: "credentials" });
    expect(status).toBe(400);
    expect(statusOf(body).errorCode).toBe("NotEmpty");
    expect(statusOf(body).errors).toMatchObject([{ fieldName: "userName" }, { fieldName: "password" }]);
  });

  it("by an unknown provider is a 404 in the words of ServiceStack", async () => {
    const { status, body } = await auth({ provider: "Nope" });
    expect(status).toBe(404);
    expect(statusOf(body).message).toBe("No configuration was added for OAuth provider 'Nope'");
    expect((await server.post("/auth/nope", {})).status).toBe(404);
  });

  it("is throttled by user name after 10 failures, known or not, until the window is over", async () => {
    for (const userName of ["casey", "nobody"]) {
      for (let round = 0; round < 10; round += 1)
        expect((await auth({ userName, password: "wrong" })).status).toBe(401);
      const refused = await auth({ userName: userName.toUpperCase(), password: passwordOfCasey });
      expect(refused.status).toBe(429);
      expect(refused.headers["retry-after"]).toBe("900");
      expect(statusOf(refused.body)).toMatchObject({
        errorCode: "TooManyRequests",
        message: "Too many failed sign-ins. Try again in 15 minutes.",
      });
    }
    server.clock.now += 15 * minute;
    expect((await auth({ userName: "casey", password: passwordOfCasey })).status).toBe(200);
  });

  it("is forgotten by a success", async () => {
    for (let round = 0; round < 9; round += 1) await auth({ userName: "casey", password: "wrong" });
    expect((await auth({ userName: "casey", password: passwordOfCasey })).status).toBe(200);
    expect((await auth({ userName: "casey", password: "wrong" })).status).toBe(401);
    expect((await auth({ userName: "casey", password: passwordOfCasey })).status).toBe(200);
  });

  it("is throttled when many fail at once", async () => {
    const attempts = Array.from({ length: 40 }, () => auth({ userName: "casey", password: "wrong" }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(12);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28);
  });
});

describe("the throttle", () => {
  it("holds across processes, and the session of one is known to the other", async () => {
    const folder = mkdtempSync(join(tmpdir(), "throttle-"));
    const databaseUrl = `file:${join(folder, "shared.db")}`;
    const one = await startTestServer({}, { databaseUrl });
    const two = await startTestServer({}, { databaseUrl });
    const key = await one.signIn();
    expect((await two.post("/auth", {}, { "x-ss-id": key })).body["userName"]).toBe("casey");
    for (let round = 0; round < 10; round += 1)
      await (round % 2 === 0 ? one : two).post("/auth", { userName: "casey", password: "wrong" });
    for (const side of [one, two])
      expect((await side.post("/auth", { userName: "casey", password: passwordOfCasey })).status).toBe(429);
    await one.stop();
    await two.stop();
    rmSync(folder, { recursive: true });
  });
});

describe("the throttle by address", () => {
  it("holds over all user names", async () => {
    const strict = await startTestServer({ SIGN_IN_FAILURES_PER_ADDRESS: "3" });
    for (const userName of ["a", "b", "c"]) await strict.post("/auth", { userName, password: "wrong" });
    const answer = await strict.post("/auth", { userName: "casey", password: passwordOfCasey });
    expect(answer.status).toBe(429);
    await strict.stop();
  });
});

describe("a sign-in", () => {
  it("answers with a session and its cookie, whatever the case of name and provider", async () => {
    const { status, body, headers } = await auth({
      provider: "Credentials",
      userName: "CASEY",
      password: passwordOfCasey,
      continue: "/visits?state=withheld",
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      sessionId: expect.stringMatching(/^[\w-]{32}$/),
      userName: "casey",
      referrerUrl: "/visits?state=withheld",
      responseStatus: {},
    });
    expect(headers["set-cookie"]).toEqual([
      // Without a Max-Age: a browser that is closed is signed out.
      `ss-id=${String(body["sessionId"])}; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });

  it("is accepted as cookie, X-ss-id and Bearer, and never in the query", async () => {
    const id = await server.signIn();
    expect(await isSignedIn({})).toBe(false);
    expect(await isSignedIn({ cookie: `theme=dark; ss-id=${id}` })).toBe(true);
    expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
    expect(await isSignedIn({ authorization: `Bearer ${id}` })).toBe(true);
    expect((await server.post(`${verify}?ss-id=${id}&sessionId=${id}`, {})).status).toBe(401);
  });

  it("gets a new id each time, and ends the one it came with", async () => {
    const first = await server.signIn();
    const again = await auth({ userName: "casey", password: passwordOfCasey }, { cookie: `ss-id=${first}` });
    expect(again.body["sessionId"]).not.toBe(first);
    expect(await isSignedIn({ "x-ss-id": first })).toBe(false);
    const planted = await auth({ userName: "casey", password: passwordOfCasey }, { cookie: "ss-id=planted" });
    expect(planted.body["sessionId"]).not.toBe("planted");
    expect(await isSignedIn({ "x-ss-id": "planted" })).toBe(false);
  });

  it("always checks the password, signed in or not", async () => {
    const id = await server.signIn();
    const answer = await auth({ userName: "casey", password: "wrong" }, { cookie: `ss-id=${id}` });
    expect(answer.status).toBe(401);
    expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
  });

  it("is told on an empty request, and ended by logout", async () => {
    expect(statusOf((await auth({})).body).message).toBe("Not Authenticated");
    const id = await server.signIn();
    expect((await auth({}, { "x-ss-id": id })).body).toEqual({
      sessionId: id,
      userName: "casey",
      responseStatus: {},
    });
    const out = await auth({ provider: "LOGOUT" }, { cookie: `ss-id=${id}` });
    expect(out.body).toEqual({ responseStatus: {} });
    expect(out.headers["set-cookie"]).toEqual(["ss-id=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
    const after = await auth({}, { "x-ss-id": id });
    expect([after.status, statusOf(after.body).message]).toEqual([
      401,
      "The session has ended. Sign in again.",
    ]);
    expect((await auth({ provider: "logout" })).status).toBe(200);
  });

  it("is ended everywhere by a logout that says so, and nobody else's is", async () => {
    const [here, there, other] = [await server.signIn(), await server.signIn(), await server.signIn("robin")];
    await auth({ provider: "logout", state: "everywhere" }, { "x-ss-id": here });
    expect(await isSignedIn({ "x-ss-id": here })).toBe(false);
    expect(await isSignedIn({ "x-ss-id": there })).toBe(false);
    expect(await isSignedIn({ "x-ss-id": other })).toBe(true);
  });

  it("is stored as a hash alone", async () => {
    const id = await server.signIn();
    const rows = await server.store.db.selectFrom("session").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
  });
});

describe("a session", () => {
  it("ends after 30 idle minutes, and not while it is used", async () => {
    const id = await server.signIn();
    for (let round = 0; round < 4; round += 1) {
      server.clock.now += 28 * minute;
      expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
    }
    server.clock.now += 30 * minute;
    expect(await isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("ends after 12 hours in any case", async () => {
    const id = await server.signIn();
    for (let round = 0; round < 12 * 3 - 1; round += 1) {
      server.clock.now += 20 * minute;
      expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
    }
    server.clock.now += 20 * minute;
    expect(await isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("lives 14 days when it is to be remembered, and never 3 days unused", async () => {
    const { body, headers } = await auth({ userName: "casey", password: passwordOfCasey, rememberMe: true });
    const id = String(body["sessionId"]);
    expect(String(headers["set-cookie"])).toContain("Max-Age=1209600");
    for (let day = 2; day < 14; day += 2) {
      server.clock.now += 48 * hour;
      expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
    }
    server.clock.now += 48 * hour - 1000;
    expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
    server.clock.now += 1000;
    expect(await isSignedIn({ "x-ss-id": id })).toBe(false);

    const idle = await auth({ userName: "casey", password: passwordOfCasey, rememberMe: true });
    server.clock.now += 72 * hour;
    expect(await isSignedIn({ "x-ss-id": String(idle.body["sessionId"]) })).toBe(false);
  });

  it("is remembered by nobody where the setting says so", async () => {
    const strict = await startTestServer({ REMEMBER_ME_DAYS: "0" });
    const signIn = { userName: "casey", password: passwordOfCasey, rememberMe: true };
    const { body, headers } = await strict.post("/auth", signIn);
    expect(String(headers["set-cookie"])).not.toContain("Max-Age");
    strict.clock.now += 30 * minute;
    expect((await strict.post("/auth", {}, { "x-ss-id": String(body["sessionId"]) })).status).toBe(401);
    expect((await strict.send("/config.json", { method: "GET" })).text).toContain('"rememberMe":false');
    await strict.stop();
  });

  it("that ended is told from one that never was, for 30 days", async () => {
    const { createSessions } = await import("./sessions.ts");
    const now = () => new Date(server.clock.now);
    const sessions = createSessions({ store: server.store, settings: server.settings, now });
    const id = await server.signIn();
    expect(await sessions.lookUp(id)).toMatchObject({ state: "live", user: { userName: "casey" } });
    expect(await sessions.lookUp("never")).toEqual({ state: "unknown" });
    expect(await sessions.lookUp(undefined)).toEqual({ state: "unknown" });
    server.clock.now += hour;
    expect(await sessions.lookUp(id)).toEqual({ state: "expired" });
    server.clock.now += 29 * 24 * hour;
    await sessions.sweep();
    expect(await sessions.lookUp(id)).toEqual({ state: "expired" });
    server.clock.now += 2 * 24 * hour;
    expect(await sessions.lookUp(id)).toEqual({ state: "unknown" });
    await sessions.sweep();
    expect(await server.store.db.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  it("ended in another process is refused here within two seconds", async () => {
    const id = await server.signIn();
    expect(await isSignedIn({ "x-ss-id": id })).toBe(true);
    await server.store.users.setDisabled("casey", true);
    server.clock.now += 2000;
    expect(await isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("by cookie is refused to the pages of other origins, also of the same site", async () => {
    const cookie = `ss-id=${await server.signIn()}`;
    const host = `127.0.0.1:${server.port}`;
    const refused = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { origin: `http://${host}`, "sec-fetch-site": "cross-site" },
      { origin: "http://127.0.0.1.evil.example" },
      // Another port, and another scheme, of the same host: the same site, and foreign.
      { origin: "http://127.0.0.1:5173", "sec-fetch-site": "same-site" },
      { origin: "http://127.0.0.1:5173" },
      { origin: `https://${host}` },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "what is not known yet" },
    ];
    for (const headers of refused) {
      const answer = await server.post(verify, {}, { cookie, ...headers });
      expect([answer.status, statusOf(answer.body).errorCode]).toEqual([403, "Forbidden"]);
      expect((await auth({ provider: "logout" }, { cookie, ...headers })).status).toBe(403);
      expect((await auth({ userName: "casey", password: passwordOfCasey }, headers)).status).toBe(403);
    }
    const accepted = [
      {},
      { origin: `http://${host}` },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: "https://desk.example", "sec-fetch-site": "cross-site" },
      // A proxy in front has its own name, which the browser does not see.
      { origin: "https://console.example", "sec-fetch-site": "same-origin" },
    ];
    for (const headers of accepted) expect(await isSignedIn({ cookie, ...headers })).toBe(true);
  });

  it("is kept alive by no page of another origin", async () => {
    const cookie = `ss-id=${await server.signIn()}`;
    for (let round = 0; round < 2; round += 1) {
      server.clock.now += 20 * minute;
      await server.post(verify, {}, { cookie, "sec-fetch-site": "same-site" });
    }
    expect(await isSignedIn({ cookie })).toBe(false);
  });

  it("has a cookie of this host alone on HTTPS, and another name is not taken there", async () => {
    const behind = await startTestServer({ PUBLIC_URL: "https://console.example" });
    const { headers, body } = await behind.post("/auth", { userName: "casey", password: passwordOfCasey });
    const id = String(body["sessionId"]);
    expect(headers["set-cookie"]).toEqual([`__Host-ss-id=${id}; Path=/; HttpOnly; SameSite=Lax; Secure`]);
    const ask = async (cookie: string, more: Record<string, string> = {}) =>
      (await behind.post(verify, {}, { cookie, ...more })).status;
    expect(await ask(`ss-id=${id}`)).toBe(401);
    expect(await ask(`__Host-ss-id=${id}`, { origin: "https://console.example" })).toBe(400);
    for (const origin of ["https://billing.console.example", "https://console.example:8443"])
      expect(await ask(`__Host-ss-id=${id}`, { origin })).toBe(403);
    const out = await behind.post("/auth", { provider: "logout" }, { cookie: `__Host-ss-id=${id}` });
    expect(out.headers["set-cookie"]).toEqual([
      "__Host-ss-id=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
    ]);
    await behind.stop();
  });

  it("is not taken from several cookies of its name, whichever comes first", async () => {
    const id = await server.signIn();
    const other = await server.signIn("robin");
    for (const cookie of [`ss-id=${id}; ss-id=${other}`, `ss-id=; ss-id=${id}`, `ss-id=${id};ss-id=${id}`]) {
      const answer = await server.post(verify, {}, { cookie });
      expect(answer.status).toBe(401);
      expect(statusOf(answer.body).message).toContain("several session cookies");
      const again = await auth({ userName: "casey", password: passwordOfCasey }, { cookie });
      expect([again.status, again.headers["set-cookie"]]).toEqual([400, undefined]);
      expect((await auth({}, { cookie })).status).toBe(400);
      // A header says which one it is.
      expect(await isSignedIn({ cookie, "x-ss-id": id })).toBe(true);
    }
  });
});

describe("continue", () => {
  const hostile = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/%2fevil.example",
    "/%252f/evil.example",
    "/%5cevil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    " /visits",
    "visits",
    "/visits\u0000",
    "/\u2028/evil",
    "data:text/html,x",
    `/${"x".repeat(2001)}`,
    "/%",
  ];
  it.each(hostile)("%j is refused before anything is checked", async (path) => {
    const { status, body } = await auth({ userName: "casey", password: passwordOfCasey, continue: path });
    expect(status).toBe(400);
    expect(statusOf(body)).toMatchObject({
      errorCode: "ArgumentException",
      errors: [{ fieldName: "continue" }],
    });
  });

  it.each(["/", "/visits", "/visits/0a?tab=audit#charges", "/diagnosis?code=S61.411A", "/a%20b"])(
    "%j is echoed",
    async (path) => {
      const { body } = await auth({ userName: "casey", password: passwordOfCasey, continue: path });
      expect(body["referrerUrl"]).toBe(path);
    },
  );
});

describe("settings", () => {
  it("open auto-charge and DiagnosisVerify to callers without a session", async () => {
    const open = await startTestServer({ OPEN_AUTO_CHARGE: "yes", OPEN_DIAGNOSIS_VERIFY: "yes" });
    expect((await open.post("/AutoChargeEntry/Billing/ChargedVisit", {})).status).toBe(400);
    expect((await open.post(verify, {})).status).toBe(400);
    expect((await open.post("/api/GetVisitInvoiceRequest", {})).status).toBe(401);
    await open.stop();
  });
});
