import { expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { ask, charge, server, serverOfEach, withheld } from "./test-visits.ts";

serverOfEach();

test("counts of saved views end in time, by turns", async () => {
  await charge(1, withheld);
  for (let n = 1; n <= 20; n += 1)
    await ask("saveVisitView", {
      viewId: buildGuid(11, n),
      name: `View ${n}`,
      filter: { states: ["withheld"] },
    });
  const { visits } = server.store;
  const { counts } = visits;
  Object.assign(visits, {
    counts: async (...asked: Parameters<typeof counts>) => {
      server.clock.now += 2000;
      return counts(...asked);
    },
  });
  const counted = async () => {
    const views = (await ask("listVisitViews", { withTotals: true })).body["views"] as { total?: number }[];
    expect(views).toHaveLength(20);
    return views.flatMap(({ total }, at) => (total === 1 ? at : []));
  };
  const first = await counted();
  expect(first).toHaveLength(16);
  server.clock.now += 60_000;
  const next = await counted();
  expect(new Set([...first, ...next]).size).toBe(20);
});
