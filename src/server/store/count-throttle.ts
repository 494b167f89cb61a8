import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import type { Throttle } from "./throttle.ts";

export function createThrottle(db: Kysely<Tables>): Throttle {
  return {
    async hit(key, now, windowMs) {
      // A window that begins later was counted before the clock was set back.
      const over = sql<boolean>`throttle.window_started_at <= ${now - windowMs} or throttle.window_started_at > ${now + windowMs}`;
      const row = await db
        .insertInto("throttle")
        .values({ throttle_key: key, window_started_at: now, hits: 1 })
        .onConflict((conflict) =>
          conflict.column("throttle_key").doUpdateSet({
            hits: sql<number>`case when ${over} then 1 else throttle.hits + 1 end`,
            window_started_at: sql<number>`case when ${over} then excluded.window_started_at else throttle.window_started_at end`,
          }),
        )
        .returning(["hits", "window_started_at as windowStartedAt"])
        .executeTakeFirstOrThrow();
      return row;
    },
    async peek(key, now, windowMs) {
      const row = await db
        .selectFrom("throttle")
        .select(["hits", "window_started_at as windowStartedAt"])
        .where("throttle_key", "=", key)
        .where("window_started_at", ">", now - windowMs)
        .where("window_started_at", "<=", now + windowMs)
        .executeTakeFirst();
      return row ?? { hits: 0, windowStartedAt: now };
    },
    async clear(key) {
      await db.deleteFrom("throttle").where("throttle_key", "=", key).execute();
    },
    async forgetBefore(instant) {
      await db.deleteFrom("throttle").where("window_started_at", "<", instant).execute();
    },
  };
}
