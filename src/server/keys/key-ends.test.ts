import { describe, expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import {
  add,
  ask,
  bearer,
  charge,
  server,
  hour,
  admin,
  trail,
  chargeName,
  start,
  signInAdmin,
  serverOfEach,
} from "./test-keys.ts";

serverOfEach();

describe("the end of a program's key", () => {
  test("ends by date, hand or rotation, audited by name", async () => {
    const { as, key, current } = await add({ expiresAt: "2026-11-10T09:00:00" });
    const rotate = (more: object) => ask("rotateKey", { keyId: key.keyId, current, ...more });
    const rotated = await rotate({ expiresAt: "2026-11-20T09:00:00" });
    expect(rotated).toMatchObject({
      status: 200,
      body: { key: { expiresAt: "2026-11-20T09:00:00.0000000" } },
    });
    const next = bearer(String(rotated.body["secret"]));
    expect(await rotate({})).toMatchObject({ status: 409, code: "KeyChanged" });
    expect([(await charge(1, as)).status, (await charge(1, next)).status]).toEqual([200, 200]);
    server.clock.now += 24 * hour - 1;
    expect(await charge(1, as)).toMatchObject({ status: 200 });
    server.clock.now += 1;
    expect(await charge(1, as)).toMatchObject({ status: 401, code: "KeyRotated" });
    const near = {
      name: "API keys",
      act: expect.stringMatching(/“Rules engine” expires in 2 days\. Rotate/),
    };
    const health = async () => (await ask("getHealth", {}, { "x-ss-id": await server.signIn() })).body;
    server.clock.now = Date.parse("2026-11-18T08:00:00Z");
    expect(await health()).toMatchObject({ checks: expect.arrayContaining([expect.objectContaining(near)]) });
    server.clock.now = Date.parse("2026-11-20T09:00:00Z");
    expect(await charge(1, next)).toMatchObject({ status: 401, code: "KeyExpired" });
    await signInAdmin();
    // Rotating an expired key makes only the new secret valid.
    const { keys } = (await ask("listKeys", {})).body as unknown as { keys: ProgramKey[] };
    expect(keys[0]).toMatchObject({ state: "expired", secrets: [] });
    const [secretOfNow] = await server.store.programKeys.list(0);
    const now = secretOfNow?.secrets.find(({ worksUntil }) => worksUntil === undefined)?.mark;
    const last = await rotate({ current: now });
    expect(last.status).toBe(200);
    const newest = bearer(String(last.body["secret"]));
    expect(await charge(1, next)).toMatchObject({ status: 401, code: "KeyRotated" });
    expect(await charge(1, newest)).toMatchObject({ status: 200 });
    expect(await ask("endKey", { keyId: key.keyId })).toMatchObject({ body: { key: { state: "ended" } } });
    server.clock.now += 501;
    expect(await charge(1, newest)).toMatchObject({ status: 401, code: "KeyEnded" });
    expect(await rotate({})).toMatchObject({ status: 409, code: "KeyEnded" });
    for (const end of ["endKey", "rotateKey"] as const)
      expect(await ask(end, { keyId: 99, current })).toMatchObject({ status: 404 });
    expect(await trail()).toContainEqual(["key: Rules engine", "access refused", chargeName]);
    // Its name is available again.
    await add();
  });

  test("has an old secret to end early, unlike the current", async () => {
    const { as, key, current } = await add();
    const { body } = await ask("rotateKey", { keyId: key.keyId, current, overlapHours: 48 });
    const next = bearer(String(body["secret"]));
    const marks = (body["key"] as unknown as ProgramKey).secrets.map(({ mark }) => mark);
    expect(marks[1]).toBe(current);
    await ask("endKey", { keyId: key.keyId, secret: current });
    await ask("endKey", { keyId: key.keyId, secret: marks[0] });
    server.clock.now += 501;
    expect(await charge(1, as)).toMatchObject({ status: 401, code: "KeyRotated" });
    expect(await charge(1, next)).toMatchObject({ status: 200 });
  });

  test("ended while waiting for changes gets none", async () => {
    const { as, key } = await add({ operations: [registry.listChanges.name] });
    const waiting = ask("listChanges", { since: 0, waitSeconds: 20 }, as);
    await expect
      .poll(async () => (await ask("listKeys", {})).body)
      .toMatchObject({
        keys: [{ lastUsedFrom: "127.0.0.1" }],
      });
    await ask("endKey", { keyId: key.keyId });
    server.clock.now += 501;
    await charge(1, admin);
    expect(await waiting).toMatchObject({ status: 401, code: "KeyEnded" });
  });

  test("no longer working is refused even where none is needed", async () => {
    await start({ OPEN_AUTO_CHARGE: "yes" });
    const { as, key } = await add();
    expect((await ask("listKeys", {})).body).toMatchObject({ isAutoChargeOpen: true });
    await ask("endKey", { keyId: key.keyId });
    expect(await charge(1, as)).toMatchObject({ status: 401, code: "KeyEnded" });
    expect(await charge(1, {})).toMatchObject({ status: 200 });
  });
});
