import type { FastifyBaseLogger } from "fastify";
import { nightly } from "#room/server/nightly.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { removeOldEntries, TrailIsBroken } from "./remove-old-entries.ts";

const dayMs = 86_400_000;

/** Removes entries older than TRAIL_KEEP_DAYS every night. Returns a function that stops it. */
export function keepTrailDays(parts: {
  readonly store: Store;
  readonly settings: Pick<Settings, "trailKeepDays" | "trailExportFolder">;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
}): () => void {
  const { store, settings, log, now } = parts;
  const { trailKeepDays: days, trailExportFolder: folder } = settings;
  if (days === 0) return () => undefined;
  return nightly({
    hour: 4,
    async run() {
      const at = now().getTime();
      const removed = await removeOldEntries(store, { before: at - days * dayMs, now: at, folder });
      if (removed > 0) log.info({ removed }, "old entries of the audit log were removed");
      return "done";
    },
    onFailure: (error) =>
      log.error(
        error instanceof TrailIsBroken ? { reason: error.message } : { err: error },
        "old entries of the audit log could not be removed",
      ),
  });
}
