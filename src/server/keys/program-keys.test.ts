import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isClinicWide, programOperations } from "#room/contract/program-operations.ts";
import { operationKeys, registry } from "#room/contract/registry.ts";
import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { samples } from "#room/contract/samples.ts";
import {
  add,
  charge,
  ask,
  trail,
  server,
  minute,
  chargeName,
  event,
  bearer,
  withheld,
  listName,
  start,
  serverOfEach,
} from "./test-keys.ts";

serverOfEach();

describe("a program's key", () => {
  test("charges by either header, under its own name everywhere", async () => {
    const { as, secret, key } = await add();
    expect(secret).toMatch(/^vckey_[0-9A-Za-z]{46}$/);
    expect(await charge(1, as)).toMatchObject({ status: 200, body: { result: true } });
    expect(await charge(2, { "x-ss-id": secret })).toMatchObject({ status: 200 });
    const { body } = await ask("getVisit", { visitId: buildGuid(2, 1) });
    expect(body).toMatchObject({ events: [{ receivedFrom: "key: Rules engine" }] });
    const rows = await trail();
    expect(rows).toContainEqual(["casey", "changed key", "Rules engine: added"]);
    expect(
      rows.filter(([actor, action]) => actor === "key: Rules engine" && action === "charged"),
    ).toHaveLength(2);
    const listed = (await ask("listKeys", {})).body as unknown as { keys: ProgramKey[] };
    expect(listed).toMatchObject({
      isAutoChargeOpen: false,
      keys: [{ keyId: key.keyId, state: "live", createdBy: "casey", lastUsedFrom: "127.0.0.1" }],
    });
    expect(listed.keys[0]?.lastUsedAt).toBe("2026-11-02T09:00:00.0000000");
    // The stored form grants no access.
    const kept = JSON.stringify(await server.store.db.selectFrom("program_secret").selectAll().execute());
    expect(kept).not.toContain(secret);
    expect(JSON.stringify(listed)).not.toContain(secret.slice(6, 20));
  });

  test("may call what it was given and nothing else", async () => {
    const all = programOperations.map((key) => registry[key].name);
    const { as } = await add({ name: "Everything", operations: all });
    const { as: one } = await add();
    const others = operationKeys.filter(
      (key) => registry[key].session === "header" && !programOperations.includes(key),
    );
    expect(others).toEqual(
      expect.arrayContaining(["addKey", "rotateKey", "endKey", "listKeys", "getAccount"]),
    );
    for (const key of others)
      expect(await ask(key, samples[key], as), key).toMatchObject({ status: 403, code: "KeyNotAllowed" });
    server.clock.now += minute;
    for (const key of programOperations.filter((each) => each !== "chargeVisit"))
      expect(await ask(key, samples[key], one), key).toMatchObject({ status: 403, code: "KeyNotAllowed" });
    // Additional rights are checked as well.
    await charge(1, one);
    const forRobin = { visitId: buildGuid(2, 1), takenBy: "robin" };
    expect(await ask("takeVisit", forRobin, as)).toMatchObject({ status: 403, code: "Forbidden" });
  });

  test("cannot be given personal operations", async () => {
    await start({}, { importsPerMinute: 10 * operationKeys.length });
    for (const key of operationKeys.filter((each) => !programOperations.includes(each)))
      expect(await ask("addKey", { name: "Too much", operations: [registry[key].name] }), key).toMatchObject({
        status: 400,
        body: { responseStatus: { errors: [{ fieldName: "operations" }] } },
      });
    const wrong = [
      { operations: [] },
      { name: "a:b" },
      { name: "  " },
      { expiresAt: "2026-11-02T08:59:59" },
      { expiresAt: "2036-11-02T09:00:00" },
      { practices: [buildGuid(9, 1)], operations: [registry.listAuditEntries.name] },
    ];
    for (const wish of wrong)
      expect(
        await ask("addKey", { name: "Rules engine", operations: [chargeName], ...wish }),
        JSON.stringify(wish),
      ).toMatchObject({ status: 400 });
  });

  test("is never taken from cookie or address, nor opens mailboxes", async () => {
    const { secret } = await add();
    const cookie = { cookie: `ss-id=${secret}`, origin: server.url };
    expect(await charge(1, cookie)).toMatchObject({ status: 401, code: "KeyInCookie" });
    const path = `/json/reply/${chargeName}?ss-id=${secret}`;
    const inAddress = await server.post(path, event(1), bearer(secret));
    expect(inAddress).toMatchObject({ status: 400, body: { responseStatus: { errorCode: "KeyInAddress" } } });
    expect(await server.post("/auth", {}, bearer(secret))).toMatchObject({ status: 401 });
    for (const key of operationKeys.filter((each) => registry[each].session === "body")) {
      const request = { ...samples[key], sessionKey: secret, loggedInUser: "casey" };
      const { status, body } = await ask(key, request, bearer(secret));
      expect({ status, body }, key).toMatchObject({ status: 200, body: { unauthorizedAccess: true } });
      expect(JSON.stringify(body)).toContain("no mailbox");
    }
    expect(await server.store.db.selectFrom("invoice").selectAll().execute()).toEqual([]);
  });

  test("sees and charges its own practices alone, by any route", async () => {
    await start({}, { keyCallsPerMinute: 200 });
    const [own, other] = [buildGuid(9, 1), buildGuid(9, 2)];
    for (const [index, practiceId] of [own, other].entries()) {
      const AutoChargedEvent = buildEvent({ seed: index + 1, visit: { practiceId }, ...withheld });
      expect(await ask("chargeVisit", { AutoChargedEvent })).toMatchObject({ body: { result: false } });
    }
    const operations = programOperations.filter((key) => !isClinicWide(key));
    const names = operations.map((key) => registry[key].name);
    const { as } = await add({ practices: [own.toUpperCase()], operations: names });
    for (const seed of [2, 3])
      expect(await charge(seed, as, { practiceId: other })).toMatchObject({
        status: 403,
        code: "OutsideYourPractices",
      });
    expect(await charge(4, as, { practiceId: own })).toMatchObject({ status: 200 });
    const visitId = buildGuid(2, 2);
    for (const key of operations) {
      const named = { ...samples[key], visitId, practiceId: other, since: 0, waitSeconds: 0 };
      const { status, body } = await ask(key, key === "chargeVisit" ? samples[key] : named, as);
      const told = JSON.stringify(body);
      expect(told.includes(visitId) || told.includes(other), `${key} ${status} ${told}`).toBe(false);
      const { body: unasked } = await ask(key, { states: [], since: 0, waitSeconds: 0 }, as);
      expect(JSON.stringify(unasked).includes(other), key).toBe(false);
      expect(JSON.stringify(unasked).includes(visitId), key).toBe(false);
      server.clock.now += 2 * minute;
    }
    const { body } = await ask("listVisits", {}, as);
    expect(body).toMatchObject({
      total: 1,
      visits: [{ visitId: buildGuid(2, 1), takenBy: "key: Rules engine" }],
    });
  });

  test("is limited per minute over all operations and secrets", async () => {
    const { as, key, current } = await add();
    const { as: other } = await add({ name: "Other" });
    const { body } = await ask("rotateKey", { keyId: key.keyId, current });
    const both = [as, bearer(String(body["secret"]))];
    const answers: number[] = [];
    for (let call = 0; call < 60; call += 1)
      answers.push((await ask("getHealth", {}, both[call % 2])).status);
    expect(answers.slice(0, 50)).toEqual(Array(50).fill(403));
    expect(answers.at(-1)).toBe(429);
    const refused = await charge(1, as);
    expect(refused).toMatchObject({ status: 429, code: "TooManyRequests" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await charge(1, other)).toMatchObject({ status: 200 });
  });

  test("that is unknown is throttled by address, unlike good ones", async () => {
    const { as, secret } = await add();
    const mistyped = secret.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const tries = [mistyped, "vckey_", `${secret}x`, `vckey_${"a".repeat(46)}`, "vckey_; drop table"];
    for (const each of tries)
      expect(await charge(1, { "x-ss-id": each }), each).toMatchObject({ status: 401, code: "KeyUnknown" });
    const refused = await charge(1, bearer(mistyped));
    expect(refused).toMatchObject({ status: 429, code: "TooManyRequests" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    expect(await charge(1, as)).toMatchObject({ status: 200 });
    expect(await server.signIn("robin")).toBeTruthy();
    server.clock.now += 16 * minute;
    expect(await charge(1, bearer(mistyped))).toMatchObject({ status: 401 });
    expect(await server.store.db.selectFrom("invoice").selectAll().execute()).toHaveLength(1);
  });

  test("is never worth more than who makes or rotates it", async () => {
    const { key, current } = await add();
    const other = { name: "kim", role: "administrator", passwordRecord: "record", createdAt: 1 } as const;
    await server.store.users.add(other);
    await server.store.users.change("casey", { practices: [buildGuid(9, 1)] });
    server.clock.now += 2001;
    const wish = { name: "Mine", operations: [listName] };
    const refused = { status: 403, code: "OutsideYourPractices" };
    expect(await ask("addKey", { ...wish, practices: [buildGuid(9, 2)] })).toMatchObject(refused);
    expect(await ask("rotateKey", { keyId: key.keyId, current })).toMatchObject(refused);
    expect(await ask("addKey", wish)).toMatchObject({
      status: 200,
      body: { key: { practices: [buildGuid(9, 1)] } },
    });
    expect(await ask("addKey", wish)).toMatchObject({ status: 409, code: "KeyNameTaken" });
    const robin = { "x-ss-id": await server.signIn("robin") };
    for (const each of ["addKey", "listKeys", "rotateKey", "endKey"] as const)
      expect(await ask(each, samples[each], robin)).toMatchObject({ status: 403 });
  });

  test("is read from headers of any shape without fault", async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^vckey_[!-~]{0,80}$/), async (text) => {
        const { status } = await charge(1, { "x-ss-id": text });
        expect([401, 429]).toContain(status);
      }),
      { numRuns: 30 },
    );
  });
});
