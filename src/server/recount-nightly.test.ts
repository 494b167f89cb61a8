import { Writable } from "node:stream";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { recountNightly } from "./recount-nightly.ts";
import { openStore } from "./store/store.ts";

afterEach(() => vi.useRealTimers());

test("counts are held against the rows each night", async () => {
  const store = await openStore(":memory:");
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { log } = Fastify({ logger: { level: "info", stream } });
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "Date"],
    now: Date.parse("2026-11-20T22:00:00Z"),
  });
  const stop = recountNightly({ store, log });
  const drift = () =>
    store.db
      .insertInto("visit_count")
      .values({ name: "state:charged", practice_id: "", currency: "USD", visits: 7, sum_minor: 0 })
      .execute();
  const counts = () => store.db.selectFrom("visit_count").selectAll().execute();
  const hour = 3_600_000;
  await drift();
  await vi.advanceTimersByTimeAsync(5 * hour - 1000);
  expect(await counts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  await expect.poll(counts).toEqual([]);
  await expect.poll(() => lines.join("")).toContain("the visit counts were wrong and were corrected");
  expect(lines.join("")).toContain("7 instead of 0");
  // And again the next night, until it is stopped.
  await drift();
  await vi.advanceTimersByTimeAsync(24 * hour);
  await expect.poll(counts).toEqual([]);
  stop();
  await drift();
  await vi.advanceTimersByTimeAsync(48 * hour);
  expect(await counts()).toHaveLength(1);
  await store.close();
});
