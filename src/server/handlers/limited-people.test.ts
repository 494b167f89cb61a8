import { beforeEach, expect, test } from "vitest";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { samples } from "#room/contract/samples.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { makeUserLink } from "#room/server/store/user-links.ts";
import { sessionKeyOf } from "./test-session.ts";
import { ask, server, serverOfEach } from "./test-visits.ts";

serverOfEach();

const [ours, theirs] = [buildGuid(9, 1), buildGuid(9, 2)];
const people = { drew: [ours], alex: [theirs], kim: [ours, theirs], lee: [] };
let whole: Record<string, string>;
let limited: Record<string, string>;

const no = { status: 403, refusal: { errorCode: "OutsideYourPractices" } };
const asRobin = (key: OperationKey, request: object) => ask(key, { ...samples[key], ...request }, limited);

/** Casey is an administrator of all practices, robin of ours. */
beforeEach(async () => {
  const { users } = server.store;
  await users.change("casey", { role: "administrator" });
  await users.change("robin", { role: "administrator", practices: [ours] });
  for (const [name, practices] of Object.entries(people))
    await users.add({ name, practices, role: "clerk", createdAt: 1, passwordRecord: "record" });
  whole = { "x-ss-id": await sessionKeyOf(server, "casey") };
  limited = { "x-ss-id": await sessionKeyOf(server, "robin") };
});

const state = async () => {
  const [users, keys, links] = [
    await server.store.users.list(),
    await server.store.programKeys.list(9),
    await server.store.userLinks.waiting(server.clock.now),
  ];
  const sessions = await server.store.db.selectFrom("session").select(["user_id", "ended_at"]).execute();
  return JSON.stringify([users, keys, [...links], sessions]);
};

test("an administrator of one practice widens nobody’s limit", async () => {
  const before = await state();
  const wider = [[], [theirs], [ours, theirs]];
  for (const userName of ["robin", "ROBIN", "drew"])
    for (const practices of wider)
      expect(await asRobin("changePerson", { userName, practices }), userName).toMatchObject(no);
  for (const practices of [[theirs], [ours, theirs]])
    expect(await asRobin("addPerson", { userName: "new", practices })).toMatchObject(no);
  expect(await state()).toBe(before);
  const added = await asRobin("addPerson", { userName: "new", practices: [] });
  expect(added.body["person"]).toMatchObject({ practices: [ours] });
});

test("an administrator of one practice leaves people of others", async () => {
  for (const name of ["casey", "alex", "kim", "lee"]) await sessionKeyOf(server, name);
  const before = await state();
  for (const userName of ["casey", "alex", "kim", "lee"]) {
    for (const change of [{ isDisabled: true }, { role: "auditor" }, { practices: [ours] }])
      expect(await asRobin("changePerson", { userName, ...change }), userName).toMatchObject(no);
    for (const key of ["makePersonLink", "resetFactor", "endPersonSessions"] as const)
      expect(await asRobin(key, { userName }), `${key} ${userName}`).toMatchObject(no);
  }
  expect(await state()).toBe(before);
  expect(await asRobin("changePerson", { userName: "drew", displayName: "Drew" })).toMatchObject({
    status: 200,
  });
  expect(await asRobin("makePersonLink", { userName: "drew" })).toMatchObject({ status: 200 });
});

test("an administrator of one practice gives no right over all", async () => {
  const before = await state();
  const rights = ["import-codes"];
  for (const userName of ["robin", "drew"])
    expect(await asRobin("changePerson", { userName, rights })).toMatchObject(no);
  expect(await asRobin("addPerson", { userName: "new", practices: [ours], rights })).toMatchObject(no);
  expect(await state()).toBe(before);
  await server.store.users.change("drew", { rights });
  expect(await asRobin("changePerson", { userName: "drew", rights })).toMatchObject({ status: 200 });
});

test("a link ends when somebody else gives its person more", async () => {
  const waiting = async () => [...(await server.store.userLinks.waiting(server.clock.now)).keys()].length;
  await asRobin("makePersonLink", { userName: "drew" });
  await ask("changePerson", { userName: "drew", displayName: "Drew" }, whole);
  expect(await waiting()).toBe(1);
  await ask("changePerson", { userName: "drew", role: "lead", practices: [] }, whole);
  expect(await waiting()).toBe(0);
  await ask("makePersonLink", { userName: "drew" }, whole);
  await ask("changePerson", { userName: "drew", role: "clerk" }, whole);
  expect(await waiting()).toBe(1);
  const { store, clock } = server;
  const { userId = 0 } = (await store.users.find("drew")) ?? {};
  const link = { userId, madeAt: 1, madeBy: "robin", expiresAt: clock.now + 1 };
  for (const change of [{ role: "lead" }, { rights: ["import-codes"] }, { practices: [ours] }] as const) {
    await store.db.transaction().execute((within) => makeUserLink(within, { ...link, linkHash: "x" }));
    expect(await waiting()).toBe(1);
    await store.users.change("drew", change, { by: "casey" });
    expect(await waiting()).toBe(0);
  }
});

test("an administrator of one practice leaves keys of others", async () => {
  const operations = [registry.listVisits.name];
  const made = await ask("addKey", { name: "Theirs", practices: [theirs], operations }, whole);
  const { key } = registry.addKey.response.parse(made.body);
  const current = key.currentMark;
  const before = await state();
  for (const of of ["endKey", "rotateKey", "confirmRestored"] as const)
    expect(await asRobin(of, { keyId: key.keyId, current }), of).toMatchObject(no);
  expect(await asRobin("endKey", { keyId: key.keyId, secret: current })).toMatchObject(no);
  expect(await state()).toBe(before);
});

test("whoever is limited changes nothing that all have", async () => {
  await server.store.users.change("drew", { rights: ["import-codes"] });
  const drew = { "x-ss-id": await sessionKeyOf(server, "drew") };
  expect(await ask("importCodeSet", samples.importCodeSet, drew)).toMatchObject(no);
  for (const key of [
    "saveClinic",
    "saveLetterWords",
    "saveMailSettings",
    "testMail",
    "saveSharedMailbox",
    "importCodeSet",
    "makeBackup",
    "beginDataKey",
  ] as const)
    expect(await asRobin(key, {}), key).toMatchObject(no);
  expect(await asRobin("confirmRestored", { keyId: undefined })).toMatchObject(no);
  expect(await asRobin("closeDay", { day: "2026-11-01", practiceId: undefined })).toMatchObject(no);
});

test("whoever is limited reads no mail set aside", async () => {
  for (const key of ["listSetAsideMail", "getSetAsideMail"] as const)
    expect(await asRobin(key, {}), key).toMatchObject(no);
  expect((await ask("listSetAsideMail", {}, whole)).status).toBe(200);
});

test("the last administrator of all practices is not limited", async () => {
  const limit = { userName: "casey", practices: [ours] };
  expect(await ask("changePerson", limit, whole)).toMatchObject({
    status: 409,
    refusal: { errorCode: "LastAdministrator", message: expect.stringContaining("for all practices") },
  });
  await server.store.users.change("lee", { role: "administrator" });
  expect(await ask("changePerson", limit, whole)).toMatchObject({ status: 200 });
});
