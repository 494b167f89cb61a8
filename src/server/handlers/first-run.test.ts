import { afterEach, beforeEach, expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { demoSettings } from "#room/server/demo-in-front.ts";
import { readSettings } from "#room/server/settings.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { FirstRun } from "#room/server/sessions/first-run.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({}, { isEmpty: true });
});

afterEach(() => server.stop());

const password = "seven blue kettles sing";
const setup = {
  userName: "morgan",
  displayName: "Morgan Hale",
  password,
  address: " morgan@direct.example ",
  clinicName: "Harbor Urgent Care",
  practices: ["Eastgate", " Eastgate ", "Westgate"],
};

const setUp = (request: object = {}) =>
  server.post("/json/reply/SetUpClinicRequest", { secret: server.firstSecret, ...setup, ...request });

const welcome = (secret: string) => server.post("/json/reply/WelcomeRequest", { secret });

test("the printed secret makes the first administrator, once", async () => {
  expect((await welcome(server.firstSecret)).body).toMatchObject({ kind: "first-run" });
  expect((await setUp()).body).toEqual({ userName: "morgan" });
  const { store } = server;
  expect(await store.users.list()).toMatchObject([
    { name: "morgan", role: "administrator", addresses: ["morgan@direct.example"] },
  ]);
  const rows = await store.db.selectFrom("audit_entry").select(["actor", "subject"]).execute();
  const subject = "morgan: added as administrator, by the first run";
  expect(rows).toContainEqual({ actor: "morgan", subject });
  const names = (await store.clinic.names()).filter(Boolean);
  expect(names.toSorted()).toEqual(["Eastgate", "Harbor Urgent Care", "Westgate"]);
  await server.signIn("morgan", password);
  expect((await setUp({ userName: "mallory" })).status).toBe(409);
  expect((await welcome(server.firstSecret)).status).toBe(409);
});

test("faults stand at their field, and the secret survives", async () => {
  for (const [request, field] of [
    [{ userName: "a:b" }, "userName"],
    [{ address: "nowhere" }, "address"],
    [{ password: "short" }, "password"],
    [{ password: "harbor urgent care morgan" }, "password"],
    [{ clinicName: " " }, "clinicName"],
  ] as const) {
    const { status, body } = await setUp(request);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`"fieldName":"${field}"`);
  }
  expect((await setUp()).status).toBe(200);
});

test("of many at once one makes the administrator", async () => {
  const answers = await Promise.all(["a1", "b2", "c3", "d4"].map((userName) => setUp({ userName })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await server.store.users.count()).toBe(1);
});

test("whoever the command line adds meanwhile is the first", async () => {
  const { users } = server.store;
  const user = (name: string) => ({ name, role: "administrator" as const, createdAt: 1 });
  const added = await Promise.all([
    users.add(user("robin")),
    users.addFirst([user("morgan")]),
    users.addFirst([user("mallory")]),
  ]);
  expect(added.flat().map((each) => each.name)).toEqual(["robin"]);
});

test("it opens others for a day, until its process ends", async () => {
  const { store, clock } = server;
  const [now, day] = [new Date(clock.now), 24 * 3_600_000];
  const [own, other] = [await FirstRun.begin(store, now), await FirstRun.begin(store, now)];
  const opens = (secret: string, after: number) => own.isOpenedBy(secret, new Date(clock.now + after));
  expect([await opens(other.secret, day - 1), await opens(other.secret, day)]).toEqual([true, false]);
  expect(await opens(own.secret, day)).toBe(true);
  for (const each of [other, own]) {
    await each.end();
    expect(await opens(each.secret, 0)).toBe(false);
  }
});

test("a passer-by without it gets nothing, and is throttled", async () => {
  for (const secret of ["guess", server.firstSecret.slice(1)])
    expect((await setUp({ secret })).status).toBe(404);
  for (let tries = 0; tries < 100; tries += 1) await welcome(`guess ${tries}`);
  expect((await setUp()).status).toBe(429);
  expect(await server.store.users.count()).toBe(0);
});

test("after a command-line user it opens nothing more", async () => {
  await server.store.users.add({ name: "casey", role: "administrator", createdAt: 1 });
  expect((await welcome(server.firstSecret)).status).toBe(404);
  expect((await setUp()).status).toBe(404);
});

test("the secret opens a demo that leaves nothing behind", async () => {
  const begin = (secret: string, headers = {}) =>
    server.post("/json/reply/BeginLookAroundRequest", { secret }, headers);
  const isDemo = async (headers = {}) =>
    (await server.send("/config.json", { method: "GET", headers })).text.includes("lookAround");
  expect((await begin("made up")).status).toBe(404);
  expect(await isDemo()).toBe(false);
  const [one, other] = await Promise.all([begin(server.firstSecret), begin(server.firstSecret)]);
  expect(other.body).toEqual(one.body);
  const cookie = (/ss-look=[^;]+/.exec(String(one.headers["set-cookie"])) ?? [""])[0];
  const here = { cookie };
  const { userName, password } = one.body;
  expect(await isDemo(here)).toBe(true);
  // Only the browser that began it sees it, and only there its well-known password works.
  const credentials = { provider: "credentials", userName, password };
  for (const elsewhere of [{}, { cookie: "ss-look=guess" }, { cookie: `${cookie}; ${cookie}` }]) {
    expect(await isDemo(elsewhere)).toBe(false);
    expect((await server.post("/auth", credentials, elsewhere)).status).toBe(401);
  }
  // Neither the first-run secret nor a keyless program can do anything there.
  expect(
    (await server.post("/json/reply/SetUpClinicRequest", { secret: server.firstSecret, ...setup }, here))
      .status,
  ).toBe(404);
  expect((await begin(server.firstSecret, here)).status).toBe(404);
  const charge = { AutoChargedEvent: buildEvent({ seed: 1 }) };
  expect((await server.post("/AutoChargeEntry/Billing/ChargedVisit", charge, here)).status).toBe(401);
  expect((await server.post("/json/reply/EndLookAroundRequest", {}, here)).status).toBe(401);

  const { body } = await server.post("/auth", credentials, here);
  const session = { ...here, "x-ss-id": String(body["sessionId"]) };
  expect((await server.post("/AutoChargeEntry/Billing/ChargedVisit", charge, session)).status).toBe(200);
  const waiting = server.post("/json/reply/ChangesRequest", { since: 0, waitSeconds: 20 }, session);
  expect((await server.post("/json/reply/EndLookAroundRequest", {}, session)).status).toBe(200);
  await waiting;
  expect(await isDemo(here)).toBe(false);
  expect((await server.post("/auth", {}, session)).status).toBe(401);
  expect(await server.store.users.count()).toBe(0);
  expect(await server.store.visits.changeNumber()).toBe(0);
  expect((await setUp()).status).toBe(200);
  expect((await begin(server.firstSecret)).status).toBe(409);
  const morgan = { "x-ss-id": await server.signIn("morgan", setup.password) };
  expect((await server.post("/json/reply/EndLookAroundRequest", {}, morgan)).status).toBe(409);
});

test("the demo's settings hold none of the real secrets", () => {
  const secret = "dGhpcyBpcyB0aGUgcmVhbCBzZWNyZXQgb2YgMzJieXQ=";
  const real = readSettings({
    DATABASE_URL: `postgres://a:${secret}@db.example/x`,
    FIRST_USER: `casey:${secret}:c@d.example`,
    AUDIT_KEY: secret,
    DATA_KEY: secret,
    DIRECT_SMTP_URL: `smtps://a:${secret}@mail.example`,
    TLS_KEY: `/etc/${secret}`,
    TLS_CERT: "/etc/cert",
    PUBLIC_URL: "https://console.example",
    OPENID_PROVIDERS: "a",
    OPENID_A_CLIENT_SECRET: secret,
  });
  expect(JSON.stringify(real)).toContain(secret.slice(0, 20));
  const demo = demoSettings(real);
  expect(JSON.stringify(demo)).not.toContain(secret.slice(0, 20));
  expect(demo.publicUrl).toBe("https://console.example");
});

test("a used setup link says that it was used", async () => {
  await setUp();
  for (const answer of [await setUp(), await welcome(server.firstSecret)]) {
    expect(answer.status).toBe(409);
    expect(findRefusal(answer.body)).toMatchObject({ errorCode: "LinkUsed" });
  }
});

test("no demo hides a clinic that is set up meanwhile", async () => {
  const begin = () => server.post("/json/reply/BeginLookAroundRequest", { secret: server.firstSecret });
  const [, made] = await Promise.all([begin(), setUp()]);
  expect(made.status).toBe(200);
  expect((await server.send("/config.json", { method: "GET" })).text).not.toContain("lookAround");
  await server.signIn("morgan", password);
});
