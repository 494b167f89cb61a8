import { sql } from "kysely";
import { expect, test } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ask, casey, charge, robin, server, serverOfEach, visitId, withheld } from "./test-visits.ts";

serverOfEach();

const rows = async () => {
  const { db } = server.store;
  const all = await db.selectFrom("audit_entry").selectAll().orderBy("seq").execute();
  return all
    .map(({ actor, action, subject }) => `${actor} ${action} ${subject}`)
    .filter((row) => !/ signed in /.test(row));
};
const visit = `visit:${visitId}`;
const event = (seed: number) => `event:${buildGuid(1, seed)}`;

test("each act on a visit has its own name", async () => {
  await charge(1, withheld);
  const acts = [
    () => ask("takeVisit", { visitId }),
    // Their lease goes on: no act.
    () => ask("takeVisit", { visitId }),
    () => ask("takeVisit", { visitId, isTakeOver: true }, robin),
    () => ask("releaseVisit", { visitId }, robin),
    () => ask("takeNextVisit", {}),
    () => ask("takeVisit", { visitId, takenBy: "robin" }),
    () => ask("noteVisit", { visitId, text: "Called the payer" }, robin),
    () => ask("snoozeVisit", { visitId, until: "2026-11-03T09:00:00" }, robin),
    () => ask("reopenVisit", { visitId }),
    () => ask("closeVisit", { visitId, reason: "Paper" }),
    () => ask("closeVisit", { visitId, reason: "Paper" }),
    () => ask("reopenVisit", { visitId }),
  ];
  for (const [at, act] of acts.entries()) expect([at, (await act()).status]).toEqual([at, 200]);
  expect(await rows()).toEqual([
    `casey withheld ${event(1)}/${visit}`,
    `casey took visit ${visit}`,
    `robin took over visit ${visit}, casey`,
    `robin released visit ${visit}`,
    `casey took visit ${visit}`,
    `casey assigned visit ${visit}, robin`,
    `robin added note ${visit}`,
    `robin snoozed visit ${visit}`,
    `casey ended snooze ${visit}`,
    `casey closed visit ${visit}`,
    `casey reopened visit ${visit}`,
  ]);
});

test("a refused event is told with who, which and why", async () => {
  const broken = buildEvent({ seed: 1, visit: { charges: [] } });
  for (const as of [casey, casey]) await ask("chargeVisit", { AutoChargedEvent: broken }, as);
  await charge(2);
  await ask(
    "chargeVisit",
    { AutoChargedEvent: buildEvent({ seed: 3, visit: { visitId: buildGuid(2, 2) } }) },
    robin,
  );
  const [first, charged, second, ...more] = await rows();
  expect(first).toBe(`casey refused charge ${event(1)}/${visit}: NotEmpty`);
  expect(charged).toContain("casey charged");
  expect(second).toBe(`robin refused charge ${event(3)}/visit:${buildGuid(2, 2)}: VisitAlreadyInvoiced`);
  expect(more).toEqual([]);
});

test("nothing is done that the audit log does not take", async () => {
  await server.store.users.change("casey", { role: "administrator" });
  await charge(1, withheld);
  const { db } = server.store;
  const state = async () =>
    JSON.stringify([
      await db.selectFrom("visit").selectAll().execute(),
      await db.selectFrom("visit_note").selectAll().execute(),
      await db.selectFrom("closed_day").selectAll().execute(),
      await db.selectFrom("person").selectAll().execute(),
      await db.selectFrom("user_link").selectAll().execute(),
    ]);
  const before = await state();
  await sql`create trigger no_audit before insert on audit_entry begin select raise(abort, 'no'); end`.execute(
    db,
  );
  const acts = [
    ["takeVisit", { visitId }],
    ["takeNextVisit", {}],
    ["noteVisit", { visitId, text: "Called" }],
    ["closeVisit", { visitId, reason: "Paper" }],
    ["closeDay", { day: "2026-11-01" }],
    ["addPerson", { userName: "drew" }],
    ["changePerson", { userName: "robin", role: "auditor" }],
    ["makePersonLink", { userName: "robin" }],
  ] as const;
  for (const [key, request] of acts) expect([key, (await ask(key, request)).status]).toEqual([key, 500]);
  expect(await state()).toBe(before);
  await sql`drop trigger no_audit`.execute(db);
  for (const [key, request] of acts) expect([key, (await ask(key, request)).status]).toEqual([key, 200]);
});

test("undoing a closing that an event undid is refused", async () => {
  await charge(1, withheld);
  const closed = await ask("closeVisit", { visitId, reason: "Paper" });
  const { changeNumber } = closed.body["visit"] as { changeNumber: number }; // as the schema says
  await charge(2, withheld, { visitId });
  expect(await ask("reopenVisit", { visitId, changeNumber })).toMatchObject({
    status: 409,
    refusal: { errorCode: "VisitChanged", message: expect.stringContaining("Another event has arrived") },
  });
  // Who only wants it open is told that it is.
  expect(await ask("reopenVisit", { visitId })).toMatchObject({
    status: 200,
    body: { visit: { state: "withheld" } },
  });
  const again = await ask("closeVisit", { visitId, reason: "Paper" });
  const undo = { visitId, changeNumber: Reflect.get(again.body["visit"] ?? {}, "changeNumber") };
  // The same request sent twice is answered as before.
  for (let times = 0; times < 2; times += 1)
    expect(await ask("reopenVisit", undo)).toMatchObject({
      status: 200,
      body: { visit: { state: "withheld" } },
    });
});
