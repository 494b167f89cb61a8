import { afterEach, beforeEach, expect, test } from "vitest";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";
import { digestSecret, digestRecordOf, enableDigest } from "#room/server/sessions/digest.ts";
import { sessionKeyOf } from "./test-session.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.stop());

const next = "seven blue kettles sing";

function call(operation: string, request: object, key: string, headers: Record<string, string> = {}) {
  return server.post(`/json/reply/${operation}Request`, request, { "x-ss-id": key, ...headers });
}

const changePassword = (key: string, oldPassword: string, newPassword: string) =>
  call("ChangePassword", { oldPassword, newPassword }, key);

const statusOf = async (key: string) => (await call("OwnAccount", {}, key)).status;

async function trail() {
  const rows = await server.store.db
    .selectFrom("audit_entry")
    .select(["actor", "action", "subject"])
    .execute();
  return rows.map(({ actor, action, subject }) => [actor, action, subject].join(" | "));
}

const sessionsOf = async (key: string) =>
  // The response schema guarantees it.
  (await call("OwnAccount", {}, key)).body["sessions"] as {
    sessionId: string;
    isThis: boolean;
    browser: string;
  }[];

test("a new password replaces the old, and ends other sessions", async () => {
  const [mine, other] = [await server.signIn(), await sessionKeyOf(server, "casey")];
  const others = await sessionKeyOf(server, "robin");
  const { status, body } = await changePassword(mine, passwordOfCasey, next);
  expect([status, body]).toEqual([200, { endedSessions: 1 }]);
  expect([await statusOf(mine), await statusOf(other), await statusOf(others)]).toEqual([200, 401, 200]);
  // What was right is no failed try.
  const failures = await server.store.db.selectFrom("throttle").selectAll().execute();
  expect(failures).toEqual([]);
  await expect(server.signIn("casey")).rejects.toThrow("401");
  await server.signIn("casey", next);
  expect(await trail()).toContain("casey | changed user | casey: password");
  expect((await changePassword(mine, next, next)).body["responseStatus"]).toMatchObject({
    message: "This is already your password.",
  });
});

test("digest takes the new password alone, where it is enabled", async () => {
  const { store } = server;
  const key = await sessionKeyOf(server, "casey");
  const { userId = 0, name = "" } = (await store.users.find("casey")) ?? {};
  await changePassword(key, passwordOfCasey, next);
  expect(await digestRecordOf(store, userId)).toBeUndefined();
  await enableDigest(store, { userId, name }, next);
  const password = "eight green lamps glow";
  expect((await changePassword(key, next, password)).status).toBe(200);
  expect(await digestRecordOf(store, userId)).toEqual({
    sha256: digestSecret("SHA-256", { userName: name, password }),
    md5: digestSecret("MD5", { userName: name, password }),
  });
});

test("of two changes at once, one is made", async () => {
  const keys = [await sessionKeyOf(server, "casey"), await sessionKeyOf(server, "casey")];
  const passwords = [next, "eight green lamps glow"];
  const answers = await Promise.all(
    keys.map((key, at) => changePassword(key, passwordOfCasey, passwords[at] ?? "")),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await server.signIn("casey", passwords[answers.findIndex(({ status }) => status === 200)]);
});

test("a wrong old password changes nothing; too many give 429", async () => {
  const [key, other] = [await sessionKeyOf(server, "casey"), await sessionKeyOf(server, "casey")];
  const wrong = await changePassword(key, "not the password", next);
  expect(wrong.status).toBe(400);
  expect(wrong.body["responseStatus"]).toMatchObject({
    errorCode: "WrongPassword",
    errors: [{ fieldName: "oldPassword" }],
  });
  expect(await statusOf(other)).toBe(200);
  for (let tries = 1; tries < 10; tries += 1) await changePassword(key, `wrong ${tries}`, next);
  expect((await changePassword(key, passwordOfCasey, next)).status).toBe(429);
  // Shares its counter with sign-in.
  expect((await server.post("/auth", { userName: "casey", password: passwordOfCasey })).status).toBe(429);
});

test("a weak new password is refused; an old one works", async () => {
  const key = await sessionKeyOf(server, "casey");
  for (const [password, words] of [
    ["too short", "at least 15"],
    ["passwordpasswordpassword", "easy to guess"],
    ["casey casey casey", "mostly your name"],
  ] as const) {
    const { status, body } = await changePassword(key, passwordOfCasey, password);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)]);
  }
  expect((await changePassword(key, passwordOfCasey, passwordOfCasey)).status).toBe(400);
  await server.signIn();
});

test("the clinic's and its practices' names are refused too", async () => {
  const { store } = server;
  await store.clinic.setName("Harbor Urgent Care");
  await store.directory.save(
    { entries: [{ kind: "practice", id: "1".repeat(32), name: "Eastgate Walk-In" }], removed: [] },
    { after: 0 },
  );
  const key = await sessionKeyOf(server, "casey");
  await store.users.change("casey", { addresses: ["kzwqplm@direct.example"] });
  for (const password of ["harbor urgent care 26", "EastgateWalkIn2026", "kzwqplm 2026 abc"])
    expect((await changePassword(key, passwordOfCasey, password)).status, password).toBe(400);
});

test("a user without a password here has none to change", async () => {
  await server.store.users.add({ name: "quinn", role: "clerk", createdAt: 1 });
  const key = await sessionKeyOf(server, "quinn");
  expect((await call("OwnAccount", {}, key)).body).toMatchObject({ hasPassword: false, sessions: [{}] });
  expect((await changePassword(key, "anything", next)).body["responseStatus"]).toMatchObject({
    errorCode: "NoPassword",
  });
});

test("lists own live sessions without keys, and ends them", async () => {
  const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0";
  const { body } = await server.post(
    "/auth",
    { userName: "casey", password: passwordOfCasey },
    { "user-agent": firefox },
  );
  const mine = String(body["sessionId"]);
  const [second, third] = [await sessionKeyOf(server, "casey"), await sessionKeyOf(server, "casey")];
  const robins = await sessionKeyOf(server, "robin");
  const all = await sessionsOf(mine);
  expect(all).toHaveLength(3);
  expect((await call("OwnAccount", {}, mine)).body).toMatchObject({
    addresses: ["casey@direct.example"],
    hasPassword: true,
  });
  expect(all.find(({ isThis }) => isThis)).toMatchObject({ browser: "Firefox on Windows" });
  const text = JSON.stringify(all);
  for (const key of [mine, second, third]) expect(text).not.toContain(key);

  const [robin] = await sessionsOf(robins);
  expect((await call("EndSessions", { sessionId: robin?.sessionId }, mine)).body).toEqual({ ended: 0 });
  expect((await call("EndSessions", { sessionId: "%" }, mine)).body).toEqual({ ended: 0 });
  const [of2] = (await sessionsOf(second)).filter(({ isThis }) => isThis);
  expect((await call("EndSessions", { sessionId: of2?.sessionId }, mine)).body).toEqual({ ended: 1 });
  expect([await statusOf(second), await statusOf(third), await statusOf(robins)]).toEqual([401, 200, 200]);
  expect((await call("EndSessions", {}, mine)).body).toEqual({ ended: 1 });
  expect([await statusOf(mine), await statusOf(third)]).toEqual([200, 401]);
  const rows = (await trail()).filter((row) => row.startsWith("casey | ended sessions"));
  const other = all.find(({ isThis, sessionId }) => !isThis && sessionId !== of2?.sessionId);
  expect(rows).toEqual([of2, other].map((ended) => `casey | ended sessions | session:${ended?.sessionId}`));
});

test("the trail names twenty ended sessions and counts the rest", async () => {
  const mine = await sessionKeyOf(server, "casey");
  for (const count of [20, 22]) {
    for (let others = 0; others < count; others += 1) await sessionKeyOf(server, "casey");
    expect((await call("EndSessions", {}, mine)).body).toEqual({ ended: count });
    const named = (await trail()).at(-1)?.split("session:") ?? [];
    expect(named).toHaveLength(21);
    expect(named.at(-1)).toMatch(count === 20 ? /^[^,]+$/ : /, 2 more$/);
  }
});

test("a session past its time is not listed", async () => {
  const old = await sessionKeyOf(server, "casey");
  server.clock.now += 31 * 60_000;
  const mine = await sessionKeyOf(server, "casey");
  expect(await sessionsOf(mine)).toHaveLength(1);
  expect(await statusOf(old)).toBe(401);
});
