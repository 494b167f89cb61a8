import { expect, test } from "vitest";
import { seedDemoVisits } from "./demo-visits.ts";
import { openStore } from "./store/store.ts";

const now = Date.parse("2026-11-20T15:30:00Z");
const anybody = { userId: 0, name: "casey", practices: [] };
const listOf = (states: readonly ("withheld" | "refused" | "charged" | "closed")[]) => ({
  filter: { states: [...states] },
  sort: "age" as const,
  isDescending: false,
  limit: 200,
  after: undefined,
});

test("the demo is a clinic's morning", async () => {
  const store = await openStore(":memory:");
  await seedDemoVisits(store, new Date(now));
  const rows = async (...states: Parameters<typeof listOf>[0]) =>
    (await store.visits.list(listOf(states), anybody, now)).visits;
  const open = await rows("withheld", "refused");
  const [charged, closed] = [await rows("charged"), await rows("closed")];
  expect(charged.length).toBeGreaterThan(open.length * 1.5);
  expect(closed.length).toBeGreaterThan(0);
  // Every age group has some visits, and so does each reason.
  const days = (at: number) => (now - at) / 86_400_000;
  for (const [from, to] of [
    [0, 1],
    [1, 4],
    [4, 8],
    [8, 11],
  ] as const)
    expect(open.some(({ first_received_at: at }) => days(at) >= from && days(at) < to)).toBe(true);
  expect(new Set(open.map(({ reason }) => reason)).size).toBe(5);
  expect(new Set(open.map(({ taken_by }) => taken_by))).toEqual(new Set([null, "casey", "robin"]));
  expect(open.some(({ note_count }) => note_count > 0)).toBe(true);
  expect(open.some(({ snoozed_until }) => snoozed_until > now)).toBe(true);

  for (const row of [...open, ...charged, ...closed]) {
    const { content, events, notes, actions } = await store.visits.story(row, { eventId: row.event_id });
    const times = [
      ...events.map(({ receivedAt }) => receivedAt),
      ...notes.map(({ written_at: at }) => at),
      ...actions.map(({ at }) => at),
    ];
    for (const at of times) expect(at).toBeLessThanOrEqual(now);
    const { visitCharged } = JSON.parse(content ?? "") as {
      visitCharged: { charges: { cpt: string; modifier: string[]; indicatedBy: unknown[] }[] };
    };
    const { charges } = visitCharged;
    expect(charges.filter(({ cpt }) => cpt.startsWith("992"))).toHaveLength(1);
    // The rules engine's reason for holding a visit is true.
    if (row.reason.startsWith("Charge 2")) expect(charges[1]?.indicatedBy).toEqual([]);
    if (row.reason.startsWith("Modifier 25")) {
      expect(charges.length).toBeGreaterThan(1);
      expect(charges[0]?.modifier).toEqual([]);
    }
  }
  expect(await store.visits.recount()).toEqual([]);
  await store.close();
});
