import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type { NeededRight, OperationFacts } from "#room/contract/operation.ts";
import { type OperationKey, operationKeys, registry } from "#room/contract/registry.ts";
import { type Role, roleNames, roles } from "#room/contract/rights.ts";
import { hashOfSessionId } from "#room/server/sessions/sessions.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { samples } from "#room/contract/samples.ts";

let server: TestServer;

const keyOf = (role: Role) => `the session key of ${role}`;

beforeAll(async () => {
  server = await startTestServer();
  const { store, clock } = server;
  for (const role of roleNames) {
    const { userId } = await store.users.add({ name: `a-${role}`, role, createdAt: clock.now });
    const times = { createdAt: clock.now, expiresAt: clock.now + 3_600_000, remember: false };
    await store.sessions.add({ idHash: hashOfSessionId(keyOf(role)), userId, ...times });
  }
});

afterAll(() => server.stop());

function call(key: OperationKey, role: Role, request: object = samples[key]) {
  const isInBody = registry[key].session === "body";
  const body = isInBody ? { ...request, loggedInUser: `a-${role}`, sessionKey: keyOf(role) } : request;
  return server.post(`/json/reply/${registry[key].name}`, body, isInBody ? {} : { "x-ss-id": keyOf(role) });
}

/** Refused because of the role: by status, or in messaging by its flag. */
function isRefused({ status, body }: Awaited<ReturnType<typeof call>>): boolean {
  const text = JSON.stringify(body);
  return (status === 403 || body["unauthorizedAccess"] === true) && text.includes("your role");
}

test("an operation without a right does not compile", () => {
  expectTypeOf<Omit<OperationFacts, "right">>().not.toExtend<OperationFacts>();
  expectTypeOf<"anyone">().not.toExtend<NeededRight<"header">>();
  expectTypeOf<"anyone">().not.toExtend<NeededRight<"body">>();
  expectTypeOf<"visits">().not.toExtend<NeededRight<"none">>();
});

describe.each(roleNames)("%s", (role) => {
  // Auth would end or restart a session, which is not tested here.
  const guarded = operationKeys.filter((key) => registry[key].session !== "none");

  test("is let do what the registry says, and nothing else", async () => {
    const refused: OperationKey[] = [];
    for (const key of guarded) if (isRefused(await call(key, role))) refused.push(key);
    const may: readonly string[] = ["signed-in", ...roles[role]];
    expect(refused).toEqual(guarded.filter((key) => !may.includes(registry[key].right)));
  });

  test("needs a further right for some of what it asks", async () => {
    const given = { ...samples.takeVisit, takenBy: "robin" };
    const shared = { ...samples.saveVisitView, isShared: true };
    const may: readonly string[] = roles[role];
    expect(isRefused(await call("takeVisit", role, given))).toBe(!may.includes("assign-visits"));
    expect(isRefused(await call("saveVisitView", role, shared))).toBe(!may.includes("share-views"));
    const own = { ...samples.takeVisit, takenBy: `A-${role.toUpperCase()}` };
    expect(isRefused(await call("takeVisit", role, own))).toBe(!may.includes("visits"));
  });
});

test("an auditor sees nothing of patients and keeps no events", async () => {
  for (const key of operationKeys) {
    const { discloses, right } = registry[key];
    const may: readonly string[] = roles.auditor;
    if (discloses === "patient-data") expect(may, key).not.toContain(right);
  }
  await call("chargeVisit", "auditor", { AutoChargedEvent: { eventId: "nonsense" } });
  expect(await server.store.db.selectFrom("refused_event").selectAll().execute()).toEqual([]);
});

test("a changed role holds for the running session", async () => {
  const { users } = server.store;
  expect((await call("getAccount", "lead")).body).toMatchObject({ role: "lead" });
  await users.change("a-lead", { role: "auditor" });
  server.clock.now += 2001;
  expect(isRefused(await call("listVisits", "lead"))).toBe(true);
  expect((await call("getAccount", "lead")).body).toEqual({
    userName: "a-lead",
    role: "auditor",
    rights: ["codes", "trail", "health"],
    rightsMark: expect.any(String),
  });
  const practices = ["b".repeat(32)];
  await users.change("a-lead", { role: "lead", practices });
  server.clock.now += 2001;
  const { body } = await call("getAccount", "lead");
  expect(body).toMatchObject({ practices });
  expect(body).not.toHaveProperty("practicesInUse");
  await users.change("a-lead", { practices: [] });
  server.clock.now += 2001;
});

test("those who see all visits learn which practices have some", async () => {
  const inUse = async (role: Role) => (await call("getAccount", role)).body["practicesInUse"];
  const event = buildEvent({ seed: 0x26_0501 });
  const before = await inUse("clerk");
  for (const id of [2, 1]) {
    event.eventId = buildGuid(0x26, id);
    event.visitCharged.visitId = buildGuid(0x27, id);
    event.visitCharged.practiceId = buildGuid(0x28, id);
    await call("chargeVisit", "clerk", { AutoChargedEvent: event });
  }
  expect(before).not.toContain(buildGuid(0x28, 1));
  expect(await inUse("clerk")).toEqual(expect.arrayContaining([buildGuid(0x28, 1), buildGuid(0x28, 2)]));
  expect(await inUse("auditor")).toBe(undefined);
});

test("a refusal for lack of rights is audited by name", async () => {
  await call("importCodeSet", "clerk");
  const rows = await server.store.db
    .selectFrom("audit_entry")
    .select(["actor", "subject"])
    .where("action", "=", "access refused")
    .where("actor", "=", "a-clerk")
    .execute();
  expect(rows.map(({ subject }) => subject).join(" ")).toContain("ImportCodeSet");
});
