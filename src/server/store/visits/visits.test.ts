import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { ChangeWatch } from "#room/server/change-watch.ts";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import {
  viewer,
  buildGuid,
  chargeOf,
  listOf,
  practices,
  refusedOf,
  startOfTests as now,
  take,
} from "./test-visits.ts";

const casey = viewer("casey");
const robin = viewer("robin");
const visit = (index: number) => buildGuid(2, index);

async function idsOf({ visits }: Store, ...query: Parameters<typeof listOf>): Promise<string[]> {
  const page = await visits.list(listOf(...query), casey, now);
  return page.visits.map((row) => row.visit_id);
}

describeOnBothEngines(
  "visits",
  (stores) => {
    test("are open until their invoice, withheld or refused", async () => {
      const store = await stores.open();
      const { visits, events } = store;
      await events.take(chargeOf(1, 1));
      await events.take(chargeOf(2, 2, { isWithheld: true, at: now - 5000 }));
      await visits.keepRefused(refusedOf(3, 3));
      expect(await idsOf(store)).toEqual([visit(2), visit(3)]);
      expect(await idsOf(store, { states: ["charged"] })).toEqual([visit(1)]);
      await events.take(chargeOf(4, 2));
      const corrected = await visits.find({ visitId: visit(2), eventId: "" });
      expect(corrected).toMatchObject({ state: "charged", invoice_number: 2, event_count: 2, was_open: 1 });
      expect(await idsOf(store)).toEqual([visit(3)]);
      const story = corrected && (await visits.story(corrected, { eventId: "" }));
      expect(story?.events.map(({ outcome }) => outcome)).toEqual(["withheld", "charged"]);
    });

    test("refused without a readable visit stand by event until taken", async () => {
      const store = await stores.open();
      const { visits, events } = store;
      await visits.keepRefused(refusedOf(1, undefined));
      await visits.keepRefused(refusedOf(1, undefined));
      const [orphan] = (await visits.list(listOf(), casey, now)).visits;
      expect(orphan).toMatchObject({ visit_id: buildGuid(1, 1), state: "refused", event_count: 1 });
      await events.take(chargeOf(1, 7));
      expect(await visits.find({ visitId: buildGuid(1, 1), eventId: "" })).toMatchObject({ state: "closed" });
      expect(await idsOf(store)).toEqual([]);
      expect(await visits.recount()).toEqual([]);
    });

    test("charged stay so, whatever is refused later", async () => {
      const { visits, events } = await stores.open();
      await events.take(chargeOf(1, 1));
      await visits.keepRefused(refusedOf(2, 1, { code: "VisitAlreadyInvoiced" }));
      const charged = await visits.find({ visitId: visit(1), eventId: "" });
      expect(charged).toMatchObject({ state: "charged", event_count: 2 });
      expect(
        charged && (await visits.story(charged, { eventId: "" })).events.map(({ outcome }) => outcome),
      ).toEqual(["charged", "refused"]);
    });

    test("are closed, reopened and delayed; new events wake them", async () => {
      const store = await stores.open();
      const { visits, events } = store;
      await events.take(chargeOf(1, 1, { isWithheld: true }));
      await visits.change(visit(1), { kind: "snooze", until: now + 1000 }, casey, now);
      expect(await idsOf(store, { isSnoozed: false })).toEqual([]);
      expect((await visits.list(listOf({ isSnoozed: false }), casey, now + 1000)).visits).toHaveLength(1);
      await visits.change(visit(1), { kind: "close", reason: "Billed on paper" }, casey, now);
      expect(await visits.change(visit(1), take("casey"), casey, now)).toEqual({
        kind: "not-open",
        state: "closed",
      });
      expect(await idsOf(store, { states: ["closed"], text: "pap" })).toEqual([visit(1)]);
      await events.take(chargeOf(2, 1, { isWithheld: true }));
      expect(await visits.find({ visitId: visit(1), eventId: "" })).toMatchObject({
        state: "withheld",
        reason: "Reason 2",
        snoozed_until: 0,
      });
      await visits.change(visit(1), { kind: "close", reason: "Billed on paper" }, casey, now);
      await visits.change(visit(1), { kind: "reopen" }, robin, now);
      expect(await visits.find({ visitId: visit(1), eventId: "" })).toMatchObject({
        state: "withheld",
        is_open: 1,
        event_id: buildGuid(1, 2),
      });
      await events.take(chargeOf(3, 1));
      expect(await visits.change(visit(1), { kind: "reopen" }, robin, now)).toEqual({ kind: "not-closed" });
    });

    test("keep each note once, and are found by their words", async () => {
      const store = await stores.open();
      const { visits, events } = store;
      await events.take(chargeOf(1, 1, { isWithheld: true }));
      await events.take(chargeOf(2, 2));
      const note = { kind: "note", noteId: buildGuid(12, 1), text: "Called Dr. Müller's desk\0" } as const;
      await visits.change(visit(1), note, casey, now);
      await visits.change(visit(1), note, casey, now);
      expect(await visits.find({ visitId: visit(1), eventId: "" })).toMatchObject({ note_count: 1 });
      const all = ["withheld", "charged"] as const;
      const found = (text: string) => idsOf(store, { states: [...all], text });
      expect(await found("muller des")).toEqual([visit(1)]);
      expect(await found("REASON")).toEqual([visit(1)]);
      expect(await found(visit(2))).toEqual([visit(2)]);
      expect(await found(buildGuid(1, 2))).toEqual([visit(2)]);
      // As the list shows it.
      expect(await found(shortGuid(visit(2)))).toEqual([visit(2)]);
      expect(await found("1")).toEqual([visit(1), visit(2)]);
      expect(await found("nothing")).toEqual([]);
    });

    test("refuse a note whose id is another note's", async () => {
      const { visits, events } = await stores.open();
      await events.take(chargeOf(1, 1, { isWithheld: true }));
      await events.take(chargeOf(2, 2, { isWithheld: true }));
      const note = { kind: "note", noteId: buildGuid(12, 1), text: "Called" } as const;
      expect(await visits.change(visit(1), note, casey, now)).toMatchObject({ kind: "done" });
      for (const [id, text, by] of [
        [visit(1), "Called again", casey],
        [visit(2), "Called", casey],
        [visit(1), "Called", robin],
      ] as const)
        expect(await visits.change(id, { ...note, text }, by, now)).toEqual({ kind: "id-used" });
      expect(await visits.find({ visitId: visit(2), eventId: "" })).toMatchObject({ note_count: 0 });
      expect(await visits.change(visit(1), note, casey, now)).toMatchObject({ kind: "done" });
    });

    test("of another practice are nobody's to see or to change", async () => {
      const store = await stores.open();
      const { visits, events } = store;
      await events.take(chargeOf(1, 1, { isWithheld: true }));
      await events.take(chargeOf(2, 2, { isWithheld: true, practice: practices[1] }));
      await events.take(chargeOf(3, 3, { practice: practices[0] }));
      const other = viewer("robin", [practices[1]]);
      const states = ["withheld", "refused", "charged", "closed"] as const;
      const page = await visits.list(listOf({ states: [...states] }), other, now);
      expect([page.visits.map((row) => row.visit_id), page.found.total]).toEqual([[visit(2)], 1]);
      expect(
        (await visits.list(listOf({ states: [...states], text: visit(1) }), other, now)).found.total,
      ).toBe(0);
      expect((await new ChangeWatch(visits).since(0, other)).visits).toEqual([visit(2)]);
      expect(await visits.change(visit(1), take("robin"), other, now)).toEqual({ kind: "outside-practices" });
      const summary = await visits.summarize(
        { practiceId: "", firstDay: 20_000, lastDay: 21_000 },
        other,
        now,
      );
      expect(summary.byState.map(({ total }) => total)).toEqual([1, 0, 0, 0, 0]);
      expect(summary.perDay.reduce((sum, day) => sum + day.charged + day.withheld, 0)).toBe(1);
      const foreign = chargeOf(4, 1, { practice: practices[1], practices: [practices[1]] });
      expect(await events.take(foreign)).toEqual({ kind: "outside-practices" });
      expect(await visits.keepRefused(refusedOf(5, 1, { practices: [practices[1]] }))).toBe(false);
    });

    test("of no practice belong to their sender, or the unlimited", async () => {
      const store = await stores.open();
      const { visits } = store;
      const [one, two] = practices;
      expect(await visits.keepRefused(refusedOf(1, undefined, { practices: [one] }))).toBe(true);
      expect(await visits.keepRefused(refusedOf(2, undefined, { practices: [one, two] }))).toBe(true);
      const seenBy = async (who: ReturnType<typeof viewer>) =>
        (await visits.list(listOf({ states: ["refused"] }), who, now)).found.total;
      expect(await seenBy(casey)).toBe(2);
      expect(await seenBy(viewer("robin", [one]))).toBe(1);
      expect(await seenBy(viewer("robin", [two]))).toBe(0);
      const limited = viewer("robin", [one, two]);
      const unplaced = buildGuid(1, 2);
      expect(await visits.change(unplaced, take("robin"), limited, now)).toEqual({
        kind: "outside-practices",
      });
      expect(await visits.change(unplaced, take("casey"), casey, now)).toMatchObject({ kind: "done" });
      // Another practice's orphan stays open when its event id comes from elsewhere.
      const foreign = chargeOf(1, 9, { practice: two, practices: [two] });
      await store.events.take(foreign);
      expect(await visits.find({ visitId: buildGuid(1, 1), eventId: "" })).toMatchObject({ is_open: 1 });
    });

    test("are all listed by change number, despite other writers", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      const seen = new Set<string>();
      const watch = new ChangeWatch(one.visits);
      let since = 0;
      const writing = { isOver: false };
      const reading = (async () => {
        while (!writing.isOver || since < (await one.visits.changeNumber())) {
          const changes = await watch.since(since, casey);
          expect(changes.isTooOld).toBe(false);
          for (const id of changes.visits) seen.add(id);
          since = changes.changeNumber;
          // SQLite answers within the same turn, so without a pause nothing else would get one.
          await nextTurn();
        }
      })();
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          [one, two][index % 2]?.events.take(chargeOf(index, index, { isWithheld: index % 3 === 0 })),
        ),
      );
      writing.isOver = true;
      await reading;
      expect(seen.size).toBe(200);
      expect((await new ChangeWatch(two.visits).since(since + 1, casey)).isTooOld).toBe(true);
    });

    test("page through everything in every order, without gaps", async () => {
      const { visits, events } = await stores.open();
      for (let index = 0; index < 60; index += 1)
        await events.take(
          chargeOf(index, index, {
            isWithheld: index % 3 === 0,
            at: now + (index % 7) * 1000,
            practice: practices[index % 2] ?? practices[0],
          }),
        );
      for (let index = 0; index < 9; index += 3)
        await visits.change(visit(index), { kind: "close", reason: `Done ${index % 2}` }, casey, now);
      const states = ["withheld", "refused", "charged", "closed"] as const;
      for (const sort of ["age", "amount", "received", "serviceDate", "reason"] as const) {
        for (const isDescending of [false, true]) {
          const filter = { states: [...states], receivedFrom: "2026-11-02T09:00:00" };
          const ids: string[] = [];
          let after: Parameters<typeof listOf>[1];
          for (;;) {
            const page = await visits.list(
              listOf(filter, { sort, isDescending, limit: 7, ...after }),
              casey,
              now,
            );
            expect(page.found).toMatchObject({ total: 60, isExact: true });
            ids.push(...page.visits.map((row) => row.visit_id));
            if (page.next === undefined) break;
            after = { after: page.next };
          }
          expect(ids).toHaveLength(60);
          expect(new Set(ids).size).toBe(60);
        }
      }
    });

    test("are counted as a recount would, after anything", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      const step = fc.record({
        kind: fc.constantFrom(
          ...(["charge", "withhold", "refuse", "take", "take over", "release", "next"] as const),
          ...(["close", "reopen", "snooze", "note", "over"] as const),
        ),
        event: fc.nat(5),
        visit: fc.nat(2),
        practice: fc.nat(1),
        store: fc.boolean(),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          run += 100;
          const work = steps.map(async ({ kind, event, visit: of, practice, store: isFirst }) => {
            const { events, visits } = isFirst ? one : two;
            const options = { practice: practices[practice] ?? practices[0], at: now + event * 40_000_000 };
            const id = visit(run + of);
            if (kind === "charge") return events.take(chargeOf(run + event, run + of, options));
            if (kind === "withhold")
              return events.take(chargeOf(run + event, run + of, { ...options, isWithheld: true }));
            if (kind === "refuse")
              return visits.keepRefused(refusedOf(run + event, event === 0 ? undefined : run + of));
            if (kind === "take") return visits.change(id, take("casey"), casey, now);
            if (kind === "take over") return visits.change(id, take("robin", true), robin, now);
            if (kind === "release") return visits.change(id, { kind: "release" }, casey, now);
            if (kind === "next") return visits.takeNext({}, { leaseMs: 5 }, robin, now);
            // Leases and snoozes expire.
            if (kind === "over") return visits.expireLeases(now + event * 1_000_000);
            if (kind === "close") return visits.change(id, { kind: "close", reason: "Done" }, casey, now);
            if (kind === "snooze") return visits.change(id, { kind: "snooze", until: now + 5 }, casey, now);
            if (kind === "note")
              return visits.change(
                id,
                { kind: "note", noteId: buildGuid(13, run + event), text: "Seen" },
                casey,
                now,
              );
            return visits.change(id, { kind: "reopen" }, casey, now);
          });
          await Promise.all(work);
          expect(await one.visits.recount()).toEqual([]);
          const states = ["withheld", "refused"] as const;
          const kept = await two.db.selectFrom("visit").select("visit_id").where("is_open", "=", 1).execute();
          const [listed] = await two.visits.counts([{ states: [...states] }], casey, now);
          expect(listed?.total).toBe(kept.length);
        }),
        { numRuns: 12 },
      );
      await one.db
        .updateTable("visit_count")
        .set({ visits: 99 })
        .where("name", "=", "state:charged")
        .execute();
      expect(await two.visits.recount()).not.toEqual([]);
      expect(await two.visits.recount()).toEqual([]);
    }, 60_000);
  },
  { alsoUnderKey: true },
);
