import { afterEach, describe, expect, test, vi } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { charge, withheld, ask, server, robin, visitId, casey, serverOfEach } from "./test-visits.ts";

serverOfEach();

describe("changes of the queue", () => {
  afterEach(() => void vi.useRealTimers());

  test("tells everybody once when a lease or delay is over", async () => {
    for (const seed of [1, 2, 3]) await charge(seed, withheld);
    const [taken, renewed, putOff] = [1, 2, 3].map((index) => buildGuid(2, index));
    await ask("takeVisit", { visitId: taken });
    await ask("takeVisit", { visitId: renewed });
    await ask("snoozeVisit", { visitId: putOff, until: "2026-11-02T09:20:00Z" });
    server.clock.now += 25 * 60_000;
    await ask("listVisits", {}, robin);
    await ask("takeVisit", { visitId: renewed });
    const since = (await ask("listChanges", {})).body["changeNumber"] as number;
    expect((await ask("getVisit", { visitId: putOff })).body["history"]).toMatchObject([
      { deed: "put off", by: "casey" },
      { deed: "woken", at: "2026-11-02T09:20:00.0000000" },
    ]);
    const waiting = ask("listChanges", { since, waitSeconds: 20 }, robin);
    server.clock.now += 6 * 60_000;
    expect((await waiting).body).toMatchObject({ changeNumber: since + 1, visits: [taken] });
    const { body } = await ask("getVisit", { visitId: taken });
    expect(body["visit"]).not.toHaveProperty("takenBy");
    expect(body["history"]).toMatchObject([{ deed: "taken" }, { deed: "ran out", detail: "casey" }]);
    expect((await ask("listChanges", { since: since + 1 })).body["visits"]).toEqual([]);
  });

  test("asks the longest of four waits to come later", async () => {
    const waits = [1, 2, 3].map(async () =>
      server.post("/api/ChangesRequest", { since: 0, waitSeconds: 20 }, casey),
    );
    await ask("listChanges", { since: 0 });
    const newest = server.post("/api/ChangesRequest", { since: 0, waitSeconds: 1 }, casey);
    const told = await Promise.race(waits);
    expect([told.status, told.headers["retry-after"], (await newest).status]).toEqual([429, "5", 200]);
    await charge(1, withheld);
    expect((await Promise.all(waits)).map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  });

  test("tells nothing after a session, right or practice is lost", async () => {
    await charge(1, withheld);
    const { users, visits } = server.store;
    const waitOf = async (change: () => Promise<unknown>, waitSeconds = 20) => {
      const since = await visits.changeNumber();
      const waiting = ask("listChanges", { since, waitSeconds }, robin);
      // Starts waiting before the change, so requests made after it are answered after it.
      await ask("listChanges", { since }, robin);
      await change();
      server.clock.now += 2001;
      await ask("noteVisit", { visitId, text: "Looked at" });
      return waiting;
    };
    const narrow = () => users.change("robin", { practices: ["f".repeat(32)] });
    expect((await waitOf(narrow, 1)).body["visits"]).toEqual([]);
    expect((await waitOf(() => users.change("robin", { role: "auditor" }))).status).toBe(403);
    await users.change("robin", { role: "clerk" });
    server.clock.now += 2001;
    expect((await waitOf(() => users.change("robin", { disabled: true }))).status).toBe(401);
  });

  test("loses nothing for who is given a practice while waiting", async () => {
    await charge(1, withheld);
    const { users, visits } = server.store;
    await users.change("robin", { practices: ["f".repeat(32)] });
    const since = await visits.changeNumber();
    const waiting = ask("listChanges", { since, waitSeconds: 1 }, robin);
    await ask("listChanges", { since }, robin);
    await users.change("robin", { practices: [] });
    server.clock.now += 2001;
    await ask("noteVisit", { visitId, text: "Looked at" });
    const { changeNumber } = (await waiting).body;
    const next = await ask("listChanges", { since: changeNumber, waitSeconds: 1 }, robin);
    expect(next.body["visits"]).toEqual([visitId]);
  });

  test("tells whoever waits soon that their rights changed", async () => {
    await charge(1, withheld);
    const since = await server.store.visits.changeNumber();
    const known = { since, rightsMark: "" };
    const { rightsMark } = (await ask("listChanges", known, robin)).body;
    expect(rightsMark).toMatch(/\w{10}/);
    expect((await ask("listChanges", { rightsMark: "" }, robin)).body).toMatchObject({ rightsMark });
    const waiting = ask("listChanges", { since, rightsMark, waitSeconds: 20 }, robin);
    await ask("listChanges", known, robin);
    await server.store.users.change("robin", { practices: ["f".repeat(32)] });
    const { body } = await waiting;
    expect(body).toEqual({
      changeNumber: since,
      visits: [],
      isTooOld: false,
      rightsMark: expect.any(String),
    });
    expect(body["rightsMark"]).not.toBe(rightsMark);
    // Who was away at that moment does not wait.
    expect((await ask("listChanges", { since, rightsMark, waitSeconds: 20 }, robin)).body).toEqual(body);
  });

  test("ends a wait soon after its session", async () => {
    await charge(1, withheld);
    const since = await server.store.visits.changeNumber();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const waiting = ask("listChanges", { since, waitSeconds: 20 }, robin);
    await ask("listChanges", { since }, robin);
    await server.store.users.change("robin", { disabled: true });
    server.clock.now += 2001;
    vi.advanceTimersByTime(3000);
    expect((await waiting).status).toBe(401);
    // Nobody tried anything.
    const refused = server.store.db.selectFrom("audit_entry").where("action", "=", "access refused");
    expect(await refused.selectAll().execute()).toEqual([]);
  });

  test("waits for changes, few per session, without keeping it alive", async () => {
    await charge(1, withheld);
    const waiting = ask("listChanges", { since: 1, waitSeconds: 20 });
    await ask("noteVisit", { visitId, text: "Looked at" }, robin);
    expect((await waiting).body).toEqual({ changeNumber: 2, visits: [visitId], isTooOld: false });
    const several = Array.from({ length: 6 }, () => ask("listChanges", { since: 2, waitSeconds: 20 }, robin));
    expect((await Promise.race(several)).status).toBe(429);
    expect((await ask("listChanges", { since: 99 })).body["isTooOld"]).toBe(true);
    const aside = { ...casey, "x-background": "1" };
    for (let minute = 0; minute < 31; minute += 1) {
      server.clock.now += 60_000;
      await ask("listChanges", { since: 0 });
      await ask("listVisits", {}, aside);
    }
    expect((await ask("listVisits", {})).status).toBe(401);
    const stopped = performance.now();
    await Promise.all([server.stop(), ...several]);
    expect(performance.now() - stopped).toBeLessThan(5000);
  });
});
