import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { dayAfter } from "#room/billing/read-day.ts";
import { repeat } from "./repeat.ts";
import type { Settings } from "./settings.ts";
import { removeOldEntries, TrailIsBroken } from "./audit/remove-old-entries.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Store } from "./store/store.ts";

const dayMs = 86_400_000;
const againMs = 10 * 60_000;

/**
 * Runs a task every night at a given hour of the clinic's clock, and again ten minutes later if it failed. Returns a
 * function that stops it.
 */
export function nightly({
  hour,
  days,
  run,
  onFailure,
}: {
  readonly hour: number;
  readonly days: ClinicDays;
  readonly run: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}): () => Promise<void> {
  const tillNight = () => {
    const at = Date.now();
    const tonight = Number(days.hourOf(days.dateOf(at), hour));
    return (tonight > at ? tonight : Number(days.hourOf(dayAfter(days.dateOf(at)), hour))) - at;
  };
  const pauseMs = (hasFailed: boolean) => (hasFailed ? againMs : tillNight());
  return repeat({ work: run, firstMs: tillNight(), pauseMs, onFailure });
}

/**
 * Recounts the counts of visits once a night; wrong ones are corrected, and logged with only names, ids and numbers. Returns a function that stops it.
 */
export function recountNightly({
  store,
  log,
}: {
  store: Store;
  log: FastifyBaseLogger;
}): () => Promise<void> {
  return nightly({
    hour: 3,
    days: store.days,
    async run() {
      const drifted = await store.runAlone("recount", () => store.visits.recount());
      if (drifted && drifted.length > 0)
        log.error({ drifted }, "the visit counts were wrong and were corrected");
    },
    onFailure: (error) =>
      log.warn({ err: error }, "the visit counts could not be recounted; this is retried later"),
  });
}

/** Removes entries older than TRAIL_KEEP_DAYS every night. Returns a function that stops it. */
export function keepTrailDays(parts: {
  readonly store: Store;
  readonly settings: Pick<Settings, "trailKeepDays" | "trailExportFolder">;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
}): () => Promise<void> {
  const { store, settings, log, now } = parts;
  const { trailKeepDays: days, trailExportFolder: folder } = settings;
  if (days === 0) return async () => {};
  return nightly({
    hour: 4,
    days: store.days,
    async run() {
      const at = now().getTime();
      const removed = await store.runAlone("trail", () =>
        removeOldEntries(store, { before: at - days * dayMs, now: at, folder }),
      );
      if (removed !== undefined && removed > 0)
        log.info({ removed }, "old entries of the audit log were removed");
    },
    onFailure: (error) =>
      log.error(
        error instanceof TrailIsBroken ? { reason: error.message } : { err: error },
        "old entries of the audit log could not be removed",
      ),
  });
}
