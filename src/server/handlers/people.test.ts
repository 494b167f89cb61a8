import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";

let server: TestServer;
let admin: string;

beforeEach(async () => {
  server = await startTestServer();
  await server.store.users.change("casey", { role: "administrator" });
  admin = await sessionKeyOf(server, "casey");
});

afterEach(() => server.stop());

const next = "seven blue kettles sing";

const call = (operation: string, request: object, key?: string) =>
  server.post(`/json/reply/${operation}Request`, request, key === undefined ? {} : { "x-ss-id": key });

const codeOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  Reflect.get(body["responseStatus"] ?? {}, "errorCode"),
];

async function addDrew(request: object = {}): Promise<string> {
  const { body } = await call("AddPerson", { userName: "drew", ...request }, admin);
  // The response schema guarantees it.
  return (body["link"] as { secret: string }).secret;
}

const accept = (secret: string, password = next) => call("AcceptWelcome", { secret, password });

async function trail() {
  const rows = await server.store.db.selectFrom("audit_entry").select(["actor", "subject"]).execute();
  return rows.map(({ actor, subject }) => `${actor} | ${subject}`);
}

describe("a person", () => {
  test("is added, sets a password by link once, signs in", async () => {
    const added = await call(
      "AddPerson",
      { userName: "drew", displayName: "Drew Field", role: "lead", addresses: ["drew@direct.example"] },
      admin,
    );
    expect(added.body).toMatchObject({
      person: { userName: "drew", role: "lead", hasPassword: false, sessions: 0 },
      link: { until: "2026-11-03T09:00:00.0000000" },
    });
    const secret = Reflect.get(added.body["link"] ?? {}, "secret") as string; // as the schema says
    expect(JSON.stringify(await server.store.db.selectFrom("user_link").selectAll().execute())).not.toContain(
      secret,
    );
    expect((await call("Welcome", { secret })).body).toMatchObject({ kind: "person", userName: "drew" });
    expect(codeOf(await accept(secret, "too short"))).toEqual([400, "WeakPassword"]);
    expect(codeOf(await accept(secret, "drew field drew 1"))).toEqual([400, "WeakPassword"]);
    expect((await accept(secret)).body).toEqual({ userName: "drew" });
    await server.signIn("drew", next);
    expect(codeOf(await accept(secret, "another good password"))).toEqual([409, "LinkUsed"]);
    await server.signIn("drew", next);
    expect(await trail()).toEqual(
      expect.arrayContaining([
        "casey | drew: added as lead",
        "casey | drew: link made",
        "drew | drew: password, by link",
      ]),
    );
    const { body } = await call("ListPeople", {}, admin);
    expect(body["people"]).toMatchObject([{}, { userName: "drew", sessions: 2, hasPassword: true }, {}]);
    expect(JSON.stringify(body)).not.toContain("linkUntil");
  });

  test("is refused with a bad or taken name or address", async () => {
    expect(codeOf(await call("AddPerson", { userName: "ROBIN" }, admin))).toEqual([409, "UserNameTaken"]);
    const taken = { userName: "drew", addresses: ["Robin@direct.example"] };
    expect(codeOf(await call("AddPerson", taken, admin))).toEqual([409, "AddressTaken"]);
    for (const request of [
      { userName: "c\u0430sey" },
      { userName: "a:b" },
      { userName: "drew", addresses: ["drew"] },
      { userName: "drew", role: "owner" },
      { userName: "drew", rights: ["people"] },
      { userName: "drew", practices: ["x"] },
    ])
      expect((await call("AddPerson", request, admin)).status).toBe(400);
    expect(await server.store.users.count()).toBe(2);
  });

  test("is not changed by who saw them otherwise", async () => {
    const [first, second] = ["a".repeat(32), "b".repeat(32)];
    const wider = { userName: "robin", practices: [first, second], seen: { practices: [first] } };
    expect(codeOf(await call("ChangePerson", wider, admin))).toEqual([409, "PersonChanged"]);
    expect(await server.store.users.find("robin")).toMatchObject({ practices: [] });
    const now = { ...wider, seen: { practices: [], role: "lead" } };
    const answers = await Promise.all([1, 2].map(() => call("ChangePerson", now, admin)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("is changed as said, in running sessions too", async () => {
    const robin = await sessionKeyOf(server, "robin");
    await call("OwnAccount", {}, robin);
    const change = {
      userName: "robin",
      role: "auditor",
      practices: ["A".repeat(32)],
      displayName: "R. Lane",
    };
    expect((await call("ChangePerson", change, admin)).body["person"]).toMatchObject({
      role: "auditor",
      practices: ["a".repeat(32)],
      addresses: ["robin@direct.example"],
    });
    expect((await call("ListVisits", {}, robin)).status).toBe(403);
    expect(codeOf(await call("ChangePerson", { userName: "nobody" }, admin))).toEqual([
      404,
      "PersonNotFound",
    ]);
    const taken = { userName: "robin", role: "clerk", addresses: ["casey@direct.example"] };
    expect(codeOf(await call("ChangePerson", taken, admin))).toEqual([409, "AddressTaken"]);
    expect(await server.store.users.find("robin")).toMatchObject({ role: "auditor" });
  });

  test("has each change in the trail, weightiest first", async () => {
    const practices = ["a".repeat(32)];
    const addresses = ["r@direct.example"];
    const all = {
      displayName: "R.",
      addresses,
      practices,
      rights: ["import-codes"],
      role: "clerk",
      isDisabled: true,
    };
    for (const change of [all, { isDisabled: false, rights: [], practices: [] }, { displayName: "Robin" }])
      await call("ChangePerson", { userName: "robin", ...change }, admin);
    expect(await trail()).toEqual(
      [
        "disabled",
        "role clerk",
        "rights import-codes",
        `practices ${practices.join()}`,
        "addresses",
        "name",
        "enabled",
        "rights of the role alone",
        "practices all",
        "name",
      ].map((words) => `casey | robin: ${words}`),
    );
  });

  test("is signed out at once when disabled, and stays out", async () => {
    const robin = await server.signIn("robin");
    const unused = await sessionKeyOf(server, "robin");
    const { body } = await call("MakePersonLink", { userName: "robin" }, admin);
    const secret = Reflect.get(body["link"] ?? {}, "secret") as string; // as the schema says
    const disabled = await call("ChangePerson", { userName: "robin", isDisabled: true }, admin);
    expect(disabled.body["person"]).toMatchObject({ isDisabled: true, sessions: 0 });
    expect((await call("OwnAccount", {}, robin)).status).toBe(401);
    expect((await server.post("/auth", { userName: "robin", password: passwordOfCasey })).status).toBe(401);
    expect(codeOf(await accept(secret))).toEqual([404, "LinkUnknown"]);
    expect(codeOf(await call("MakePersonLink", { userName: "robin" }, admin))).toEqual([
      409,
      "PersonDisabled",
    ]);
    await call("ChangePerson", { userName: "robin", isDisabled: false }, admin);
    // Neither the earlier session nor the earlier link is restored.
    for (const session of [robin, unused]) expect((await call("OwnAccount", {}, session)).status).toBe(401);
    expect(codeOf(await accept(secret))).toEqual([404, "LinkUnknown"]);
    await server.signIn("robin");
  });

  test("has their sessions ended by an administrator", async () => {
    const robin = await sessionKeyOf(server, "robin");
    expect((await call("EndPersonSessions", { userName: "Robin" }, admin)).body).toEqual({ ended: 1 });
    expect((await call("OwnAccount", {}, robin)).status).toBe(401);
    expect(await trail()).toContain("casey | robin: sessions ended");
  });
});

describe("a link", () => {
  test("leaves the old password until used, then ends it", async () => {
    const robin = await sessionKeyOf(server, "robin");
    const { body } = await call("MakePersonLink", { userName: "robin" }, admin);
    const secret = Reflect.get(body["link"] ?? {}, "secret") as string; // as the schema says
    expect(await trail()).toContain("casey | robin: link made");
    await server.signIn("robin");
    expect((await accept(secret)).status).toBe(200);
    expect((await call("OwnAccount", {}, robin)).status).toBe(401);
    await expect(server.signIn("robin")).rejects.toThrow("401");
    await server.signIn("robin", next);
  });

  test("is good for a day, or until a newer one", async () => {
    const first = await addDrew();
    const { body } = await call("MakePersonLink", { userName: "drew" }, admin);
    const second = Reflect.get(body["link"] ?? {}, "secret") as string; // as the schema says
    expect(codeOf(await accept(first))).toEqual([404, "LinkUnknown"]);
    server.clock.now += 24 * 3_600_000;
    expect(codeOf(await call("Welcome", { secret: second }))).toEqual([409, "LinkExpired"]);
    expect(codeOf(await accept(second))).toEqual([409, "LinkExpired"]);
  });

  test("opens once, however many use it at once", async () => {
    const secret = await addDrew();
    const passwords = Array.from({ length: 6 }, (_, index) => `${next} number ${index}`);
    const answers = await Promise.all(passwords.map((password) => accept(secret, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    await server.signIn("drew", winner);
  });

  test("cannot be guessed: tries count with password guesses", async () => {
    const secret = await addDrew();
    for (const forged of ["", "x", `${secret}x`, secret.slice(1), secret.toLowerCase(), "%00", "'; --"])
      expect((await accept(forged)).status, forged).toBeGreaterThanOrEqual(400);
    for (let tries = 0; tries < 100; tries += 1) await call("Welcome", { secret: `guess ${tries}` });
    expect((await call("Welcome", { secret })).status).toBe(429);
    expect((await accept(secret)).status).toBe(429);
    expect((await trail()).join()).toContain("one-time link");
  });

  test("is refused to a page of another origin", async () => {
    const secret = await addDrew();
    const headers = { "content-type": "text/plain", origin: "https://evil.example" };
    const body = JSON.stringify({ secret, password: next });
    expect((await server.send("/json/reply/AcceptWelcomeRequest", { headers, body })).status).toBe(403);
    expect((await accept(secret)).status).toBe(200);
  });
});

describe("the last administrator", () => {
  const keep = async () => server.store.users.find("casey");

  test("is neither disabled nor given another role, by any operation", async () => {
    for (const change of [{ role: "clerk" }, { role: "auditor", displayName: "Someone" }]) {
      const answer = await call("ChangePerson", { userName: "casey", ...change }, admin);
      expect(codeOf(answer)).toEqual([409, "LastAdministrator"]);
    }
    const oneself = await call("ChangePerson", { userName: "CASEY", isDisabled: true }, admin);
    expect(codeOf(oneself)).toEqual([409, "Yourself"]);
    expect(await keep()).toMatchObject({ role: "administrator", disabled: false, displayName: "" });
  });

  test("remains after two administrators demote each other at once", async () => {
    await server.store.users.change("robin", { role: "administrator" });
    const robin = await sessionKeyOf(server, "robin");
    const answers = await Promise.all([
      call("ChangePerson", { userName: "robin", role: "clerk" }, admin),
      call("ChangePerson", { userName: "casey", isDisabled: true }, robin),
      call("ChangePerson", { userName: "robin", isDisabled: true }, admin),
    ]);
    expect(answers.some(({ status }) => status >= 400)).toBe(true);
    const people = await server.store.users.list();
    expect(people.filter(({ role, disabled }) => role === "administrator" && !disabled)).toHaveLength(1);
  });
});

test("nothing is shown or changed without right and session", async () => {
  const requests = {
    ListPeople: {},
    AddPerson: { userName: "drew" },
    ChangePerson: { userName: "robin", role: "administrator" },
    EndPersonSessions: { userName: "casey" },
    MakePersonLink: { userName: "casey" },
  };
  const robin = await sessionKeyOf(server, "robin");
  for (const role of ["clerk", "lead", "auditor"] as const) {
    await server.store.users.change("robin", { role });
    server.clock.now += 2001;
    for (const [operation, request] of Object.entries(requests))
      expect((await call(operation, request, robin)).status, `${role} ${operation}`).toBe(403);
  }
  for (const [operation, request] of Object.entries(requests))
    expect((await call(operation, request)).status, operation).toBe(401);
  expect(
    (await call("SetUpClinic", { secret: "x", userName: "x", password: next, clinicName: "x" })).status,
  ).toBe(404);
  expect(await server.store.users.count()).toBe(2);
});
