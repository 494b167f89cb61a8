import { expect, test } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { viewer, chargeOf, buildGuid, listOf, startOfTests as now, take } from "./test-visits.ts";

const casey = viewer("casey");
const robin = viewer("robin");
const visit = (index: number) => buildGuid(2, index);

describeOnBothEngines(
  "visits of one person",
  (stores) => {
    test("are taken by one of a thousand, in two processes", async () => {
      const url = await stores.fresh();
      const both = [await stores.open(url), await stores.open(url)];
      for (let index = 0; index < 50; index += 1)
        await both[0]?.events.take(chargeOf(index, index, { isWithheld: true }));
      const outcomes = await Promise.all(
        Array.from({ length: 1000 }, async (_, index) => {
          const name = `user${index % 20}`;
          const store = both[index % 2];
          const outcome = await store?.visits.change(
            visit(Math.floor(index / 20)),
            take(name),
            viewer(name),
            now,
          );
          return { name, outcome };
        }),
      );
      const won = outcomes.filter(({ outcome }) => outcome?.kind === "done");
      expect(won).toHaveLength(50);
      for (const { outcome } of outcomes)
        if (outcome?.kind === "taken") expect(outcome.by).toMatch(/^user\d+$/);
      const rows = await both[1]?.visits.list(listOf(), casey, now);
      for (const row of rows?.visits ?? []) {
        const winner = won.find(
          ({ outcome }) => outcome?.kind === "done" && outcome.visit.visit_id === row.visit_id,
        );
        expect(row.taken_by).toBe(winner?.name);
      }
    }, 60_000);

    test("are handed out singly to all asking at once", async () => {
      const url = await stores.fresh();
      const both = [await stores.open(url), await stores.open(url)];
      for (let index = 0; index < 12; index += 1)
        await both[0]?.events.take(
          chargeOf(index, index, { isWithheld: true, at: now - index * 86_400_000 }),
        );
      const next = (index: number) =>
        both[index % 2]?.visits.takeNext({}, { leaseMs: 60_000 }, viewer(`user${index}`), now);
      const given = await Promise.all(Array.from({ length: 15 }, (_, index) => next(index)));
      const ids = given.flatMap((row) => (row ? [row.visit_id] : []));
      expect(new Set(ids).size).toBe(12);
      expect(given.filter((row) => row === undefined)).toHaveLength(3);
    });

    test("come back after the lease, are renewed, taken over", async () => {
      const { visits, events } = await stores.open();
      await events.take(chargeOf(1, 1, { isWithheld: true }));
      await visits.change(visit(1), take("casey"), casey, now);
      expect(await visits.change(visit(1), take("robin"), robin, now + 60_000)).toEqual({
        kind: "taken",
        by: "casey",
        since: now,
      });
      await visits.change(visit(1), take("casey"), casey, now + 1_700_000);
      expect(await visits.change(visit(1), take("robin"), robin, now + 1_900_000)).toMatchObject({
        kind: "taken",
        since: now,
      });
      expect(await visits.change(visit(1), take("robin", true), robin, now + 1_900_000)).toMatchObject({
        kind: "done",
        visit: { taken_by: "robin", taken_at: now + 1_900_000 },
      });
      expect(await visits.change(visit(1), { kind: "release" }, casey, now + 1_900_001)).toMatchObject({
        kind: "taken",
        by: "robin",
      });
      const later = now + 1_900_000 + 1_800_000;
      expect(await visits.change(visit(1), take("casey"), casey, later)).toMatchObject({ kind: "done" });
      const row = await visits.find({ visitId: visit(1), eventId: "" });
      expect(
        row && (await visits.story(row, { eventId: "" })).actions.map(({ deed, done_by }) => [deed, done_by]),
      ).toEqual([
        ["taken", "casey"],
        ["taken over", "robin"],
        ["taken", "casey"],
      ]);
      const holder = async () => (await visits.find({ visitId: visit(1), eventId: "" }))?.taken_by;
      // Corrected a little, the clock changes nothing; set back, it does not hold the visit until then.
      await visits.expireLeases(later - 300_000);
      expect(await holder()).toBe("casey");
      await visits.expireLeases(later - 300_001);
      expect(await holder()).toBeNull();
    });
  },
  { alsoUnderKey: true },
);
