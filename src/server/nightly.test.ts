import { Writable } from "node:stream";
import Fastify from "fastify";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { openAuditTrail } from "./audit/audit-trail.ts";
import { createLog } from "./log.ts";
import { keepTrailDays, nightly, recountNightly } from "./nightly.ts";
import { readSettings } from "./settings.ts";
import { openStore } from "./store/store.ts";

const hourMs = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "Date"],
    now: Date.parse("2026-11-02T20:00:00Z"),
  });
});
afterEach(() => vi.useRealTimers());

test("runs nightly, again ten minutes after a failure", async () => {
  const ranAt: string[] = [];
  const failures: unknown[] = [];
  const outcomes = ["fail", "fail", "done", "done"];
  const stop = nightly({
    hour: 4,
    days: new ClinicDays("UTC"),
    run: async () => {
      ranAt.push(new Date().toISOString().slice(5, 16));
      const outcome = outcomes[ranAt.length - 1];
      if (outcome === "fail") throw new Error("the disk is full");
    },
    onFailure: (error) => failures.push(error),
  });
  await vi.advanceTimersByTimeAsync(40 * hourMs);
  expect(ranAt).toEqual(["11-03T04:00", "11-03T04:10", "11-03T04:20", "11-04T04:00"]);
  expect(failures).toHaveLength(2);
  void stop();
  await vi.advanceTimersByTimeAsync(48 * hourMs);
  expect(ranAt).toHaveLength(4);
});

test.each([
  ["2026-03-07T12:00:00Z", ["08T08:00", "09T08:00", "10T08:00"]],
  ["2026-10-31T12:00:00Z", ["01T09:00", "02T09:00", "03T09:00"]],
])("runs once a night where clocks change, from %s", async (from, nights) => {
  vi.setSystemTime(Date.parse(from));
  const ranAt: string[] = [];
  const stop = nightly({
    hour: 4,
    days: new ClinicDays("America/New_York"),
    run: async () => {
      ranAt.push(new Date().toISOString().slice(8, 16));
    },
    onFailure: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(72 * hourMs);
  expect(ranAt).toEqual(nights);
  void stop();
});

test("TRAIL_KEEP_DAYS exports and removes at night", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-night-"));
  const settings = readSettings({
    TRAIL_KEEP_DAYS: "30",
    TRAIL_EXPORT_FOLDER: folder,
    LOG_LEVEL: "silent",
    CLINIC_TIME_ZONE: "UTC",
  });
  const store = await openStore(":memory:", settings);
  const now = () => new Date();
  const audit = openAuditTrail({ store, now, onFailure: () => undefined });
  await audit.noteNow({ actor: "casey", action: "signed in" });
  vi.setSystemTime(Date.parse("2026-12-02T19:00:00Z"));
  await audit.noteNow({ actor: "robin", action: "signed in" });
  const actors = async () =>
    (await store.db.selectFrom("audit_entry").select("actor").orderBy("seq").execute()).map(
      ({ actor }) => actor,
    );
  const log = createLog(settings);
  const stops = [
    keepTrailDays({ store, settings: readSettings({}), log, now }),
    keepTrailDays({ store, settings, log, now }),
  ];
  await vi.advanceTimersByTimeAsync(8 * hourMs);
  expect(await actors()).toContain("casey");
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  await vi.waitFor(async () => expect(await actors()).not.toContain("casey"), { timeout: 20_000 });
  expect(await actors()).toContain("robin");
  expect(readdirSync(folder)).toHaveLength(1);
  for (const stop of stops) stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

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
  void stop();
  await drift();
  await vi.advanceTimersByTimeAsync(48 * hour);
  expect(await counts()).toHaveLength(1);
  await store.close();
});
