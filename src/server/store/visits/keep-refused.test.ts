import { expect, test } from "vitest";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { viewer, buildGuid, chargeOf, listOf, refusedOf, startOfTests as now } from "./test-visits.ts";

const visit = (index: number) => buildGuid(2, index);
const reused = { code: "EventIdReused", message: "An event with this eventId was accepted before." };

/** The events of the day, as the overview counts them. */
async function arrivedIn(visits: Store["visits"]) {
  const day = Math.floor(now / 86_400_000);
  const request = { practiceId: "", firstDay: day, lastDay: day };
  const [only] = (await visits.summarize(request, viewer("casey"), now)).perDay;
  return only && { charged: only.charged, withheld: only.withheld, refused: only.refused };
}

describeOnBothEngines("a refused event", (stores) => {
  test("with an accepted one's id changes nothing but the history", async () => {
    const { visits, events } = await stores.open();
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    await visits.keepRefused(refusedOf(1, 1, { ...reused, receivedAt: now + 1 }));
    const broken = { ...refusedOf(1, 1).event, audit: {} };
    await visits.keepRefused(refusedOf(1, 1, { event: broken, receivedAt: now + 2 }));
    const row = await visits.find({ visitId: visit(1), eventId: "" });
    expect(row).toMatchObject({ state: "withheld", event_id: buildGuid(1, 1), event_count: 3 });
    const story = async (receivedAt?: number) =>
      row && (await visits.story(row, { eventId: buildGuid(1, 1), receivedAt }));
    expect((await story())?.events.map(({ outcome }) => outcome)).toEqual(["withheld", "refused", "refused"]);
    expect((await story())?.content).toContain("99213");
    expect((await story(now + 2))?.content).toContain('"audit":{}');
    expect(await visits.recount()).toEqual([]);
  });

  test("sent again unchanged is one event, in whatever order", async () => {
    const { visits } = await stores.open();
    const { event } = refusedOf(1, 1);
    const { visitCharged, eventId } = event;
    const respelled = { visitCharged, audit: null, eventId: String(eventId).toUpperCase() };
    for (const again of [event, event, respelled])
      await visits.keepRefused(refusedOf(1, 1, { event: again }));
    expect(await arrivedIn(visits)).toEqual({ charged: 0, withheld: 0, refused: 1 });
    expect(await visits.find({ visitId: visit(1), eventId: "" })).toMatchObject({ event_count: 1 });
    expect(await visits.recount()).toEqual([]);
  });

  test("accepted later was answered twice, under a new id too", async () => {
    const { visits, events } = await stores.open();
    await visits.keepRefused(refusedOf(1, 1));
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    expect(await arrivedIn(visits)).toEqual({ charged: 0, withheld: 1, refused: 1 });
    await events.take(chargeOf(2, 1, { isWithheld: true }));
    expect(await arrivedIn(visits)).toEqual({ charged: 0, withheld: 2, refused: 1 });
    expect(await visits.find({ visitId: visit(1), eventId: "" })).toMatchObject({ event_count: 3 });
    expect(await visits.recount()).toEqual([]);
  });

  test("with another visit's id is found by its own visit", async () => {
    const { visits, events } = await stores.open();
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    for (const of of [2, 3, 2]) await visits.keepRefused(refusedOf(1, of, reused));
    const { visits: rows } = await visits.list(listOf({ states: ["refused"] }), viewer("casey"), now);
    expect(rows.map((row) => row.visit_id)).toEqual([visit(2), visit(3)]);
    for (const row of rows) {
      const found = await visits.find({ visitId: "", eventId: row.event_id });
      expect([found?.visit_id, found?.event_count]).toEqual([row.visit_id, 1]);
      expect((await visits.story(row, { eventId: row.event_id })).content).toContain(row.visit_id);
    }
    expect(await visits.find({ visitId: "", eventId: buildGuid(1, 1) })).toMatchObject({
      visit_id: visit(1),
    });
    // Sent again under a new id, it goes on.
    await events.take(chargeOf(5, 2));
    expect(await visits.find({ visitId: visit(2), eventId: "" })).toMatchObject({ state: "charged" });
    expect(await visits.recount()).toEqual([]);
  });
});
