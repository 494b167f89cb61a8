import { refusalOf } from "#room/server/test-refusal.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { passwordOfCasey, startTestServer } from "#room/server/test-server.ts";
import { passwordRecord } from "./passwords.ts";
import { minute, serverOfEach, verify } from "./test-sign-in.ts";

const here = serverOfEach();
const earlierCost = { logN: 14, r: 8, p: 5 };

describe("a refused sign-in", () => {
  it("says the same for unknown, disabled and wrong password", async () => {
    await here.server.store.users.change("robin", { disabled: true });
    const answers = [
      await here.auth({ userName: "nobody", password: passwordOfCasey }),
      await here.auth({ userName: "casey", password: "wrong" }),
      await here.auth({ userName: "robin", password: passwordOfCasey }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual(answers[0]?.body);
      expect(refusalOf(body).errorCode).toBe("Unauthorized");
      expect(headers["www-authenticate"]).toBe('credentials realm="/auth/credentials"');
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  it("does the same work for every kind of failure", async () => {
    const own = await startTestServer({
      SIGN_IN_FAILURES_PER_USER: "100",
      SIGN_IN_FAILURES_PER_ADDRESS: "1000",
    });
    const { users } = own.store;
    await users.setPassword("casey", await passwordRecord(passwordOfCasey));
    await users.setPassword("robin", await passwordRecord(passwordOfCasey, earlierCost));
    await users.change("robin", { disabled: true });
    await users.add({ name: "morgan", role: "lead", passwordRecord: undefined, addresses: [], createdAt: 0 });
    const names = ["casey", "nobody", "robin", "morgan"];
    const works = new Map(names.map((name) => [name, new Array<number>()]));
    // CPU time rather than elapsed time, so that a busy machine matters less. Interleaved, so that disturbances affect
    // all alike; and the minimum of each, since a shared CPU only ever adds time: more rounds bring equal ones together.
    const ratio = () => {
      const least = [...works.values()].map((times) => Math.min(...times));
      return Math.max(...least) / Math.min(...least);
    };
    for (let round = 0; round < 3 || (round < 12 && ratio() >= 1.4); round += 1)
      for (const userName of names) {
        const before = process.cpuUsage();
        expect((await own.post("/auth", { userName, password: "wrong" })).status).toBe(401);
        const { user, system } = process.cpuUsage(before);
        works.get(userName)?.push(user + system);
      }
    await own.stop();
    expect(ratio()).toBeLessThan(1.4);
    // Fifty times the full work: a limit for a busy machine, not a wait.
  }, 240_000);

  it("renews an older record only by the right password", async () => {
    const { users } = here.server.store;
    const before = await passwordRecord(passwordOfCasey, earlierCost);
    await users.setPassword("casey", before);
    const recordNow = async () => (await users.find("casey"))?.passwordRecord;
    await here.auth({ userName: "casey", password: "wrong" });
    expect(await recordNow()).toBe(before);
    await here.server.signIn();
    const renewed = (await recordNow()) ?? "";
    expect(renewed).toMatch(/^scrypt\$15\$8\$3\$/);
    await here.server.signIn();
    expect(await recordNow()).toBe(renewed);
    // A record changed during the upgrade is not overwritten.
    const { userId = 0 } = (await users.find("casey")) ?? {};
    await users.renewPasswordRecord(userId, { before, renewed: "stale" });
    expect(await recordNow()).toBe(renewed);
  });

  it("names the missing members", async () => {
    const { status, body } = await here.auth({ provider: "credentials" });
    expect(status).toBe(400);
    expect(refusalOf(body).errorCode).toBe("NotEmpty");
    expect(refusalOf(body).errors).toMatchObject([{ fieldName: "userName" }, { fieldName: "password" }]);
  });

  it("by an unknown provider is ServiceStack's 404", async () => {
    const { status, body } = await here.auth({ provider: "Nope" });
    expect(status).toBe(404);
    expect(refusalOf(body).message).toBe("No configuration was added for OAuth provider 'Nope'");
    expect((await here.server.post("/auth/nope", {})).status).toBe(404);
    const long = await here.auth({ provider: "n".repeat(101) });
    expect(refusalOf(long.body).message).toMatch(/ 'n{100}'$/);
  });

  it("is throttled by user name after 10 failures", async () => {
    for (const userName of ["casey", "nobody"]) {
      for (let round = 0; round < 10; round += 1)
        expect((await here.auth({ userName, password: "wrong" })).status).toBe(401);
      const refused = await here.auth({ userName: userName.toUpperCase(), password: passwordOfCasey });
      expect(refused.status).toBe(429);
      expect(refused.headers["retry-after"]).toBe("900");
      expect(refusalOf(refused.body)).toMatchObject({
        errorCode: "TooManyRequests",
        message: "Too many failed sign-ins. Try again in 15 minutes.",
      });
    }
    here.server.clock.now += 15 * minute;
    expect((await here.auth({ userName: "casey", password: passwordOfCasey })).status).toBe(200);
  });

  it("is forgotten by a success", async () => {
    for (let round = 0; round < 9; round += 1) await here.auth({ userName: "casey", password: "wrong" });
    expect((await here.auth({ userName: "casey", password: passwordOfCasey })).status).toBe(200);
    expect((await here.auth({ userName: "casey", password: "wrong" })).status).toBe(401);
    expect((await here.auth({ userName: "casey", password: passwordOfCasey })).status).toBe(200);
  });

  it("is throttled when many fail at once", async () => {
    const attempts = Array.from({ length: 40 }, () => here.auth({ userName: "casey", password: "wrong" }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(12);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28);
  });
});

describe("the throttle", () => {
  it("holds across processes, which share their sessions", async () => {
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
  it("answers with a session and cookie, whatever the case", async () => {
    const { status, body, headers } = await here.auth({
      provider: " Credentials ",
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
      // Without a Max-Age: closing the browser signs out.
      `ss-id=${String(body["sessionId"])}; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });

  it("is accepted as cookie, X-ss-id and Bearer, never query", async () => {
    const id = await here.server.signIn();
    expect(await here.isSignedIn({})).toBe(false);
    expect(await here.isSignedIn({ cookie: `theme=dark; ss-id=${id}` })).toBe(true);
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    expect(await here.isSignedIn({ authorization: `Bearer ${id}` })).toBe(true);
    expect((await here.server.post(`${verify}?ss-id=${id}&sessionId=${id}`, {})).status).toBe(401);
  });

  it("gets a new id each time, ending the old one", async () => {
    const first = await here.server.signIn();
    const again = await here.auth(
      { userName: "casey", password: passwordOfCasey },
      { cookie: `ss-id=${first}` },
    );
    expect(again.body["sessionId"]).not.toBe(first);
    expect(await here.isSignedIn({ "x-ss-id": first })).toBe(false);
    const planted = await here.auth(
      { userName: "casey", password: passwordOfCasey },
      { cookie: "ss-id=planted" },
    );
    expect(planted.body["sessionId"]).not.toBe("planted");
    expect(await here.isSignedIn({ "x-ss-id": "planted" })).toBe(false);
  });

  it("always checks the password, signed in or not", async () => {
    const id = await here.server.signIn();
    const answer = await here.auth({ userName: "casey", password: "wrong" }, { cookie: `ss-id=${id}` });
    expect(answer.status).toBe(401);
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
  });

  it("is returned for an empty request, and ended by logout", async () => {
    expect(refusalOf((await here.auth({})).body).message).toBe("Not Authenticated");
    const id = await here.server.signIn();
    expect((await here.auth({}, { "x-ss-id": id })).body).toEqual({
      sessionId: id,
      userName: "casey",
      responseStatus: {},
    });
    const out = await here.auth({ provider: "LOGOUT" }, { cookie: `ss-id=${id}` });
    expect(out.body).toEqual({ responseStatus: {} });
    expect(out.headers["set-cookie"]).toEqual(["ss-id=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
    const after = await here.auth({}, { "x-ss-id": id });
    expect([after.status, refusalOf(after.body).message]).toEqual([
      401,
      "The session has ended. Sign in again.",
    ]);
    // The browser may have another session by the time this answer comes.
    const dead = await here.auth({}, { cookie: `ss-id=${id}` });
    expect([dead.status, dead.headers["set-cookie"]]).toEqual([401, undefined]);
    expect((await here.auth({ provider: "logout" })).status).toBe(200);
  });

  it("is ended everywhere by a logout that says so", async () => {
    const [own, there, other] = [
      await here.server.signIn(),
      await here.server.signIn(),
      await here.server.signIn("robin"),
    ];
    await here.auth({ provider: "logout", state: "everywhere" }, { "x-ss-id": own });
    expect(await here.isSignedIn({ "x-ss-id": own })).toBe(false);
    expect(await here.isSignedIn({ "x-ss-id": there })).toBe(false);
    expect(await here.isSignedIn({ "x-ss-id": other })).toBe(true);
  });

  it("is stored as a hash alone", async () => {
    const id = await here.server.signIn();
    const rows = await here.server.store.db.selectFrom("session").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it("with a foreign path is refused before anything is checked", async () => {
    const { status, body } = await here.auth({
      userName: "casey",
      password: passwordOfCasey,
      continue: "//evil.example",
    });
    expect(status).toBe(400);
    expect(refusalOf(body)).toMatchObject({
      errorCode: "ArgumentException",
      errors: [{ fieldName: "continue" }],
    });
  });

  it("has its path checked and echoed whatever is asked", async () => {
    const by = { "x-ss-id": await here.server.signIn() };
    for (const request of [{}, { provider: "logout" }]) {
      const foreign = await here.auth({ ...request, continue: "https://evil.example" }, by);
      expect([foreign.status, refusalOf(foreign.body).errorCode]).toEqual([400, "ArgumentException"]);
    }
    for (const request of [{}, { provider: "logout" }])
      expect((await here.auth({ ...request, continue: "/visits" }, by)).body["referrerUrl"]).toBe("/visits");
  });
});
