import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export interface ThrottleCount {
  readonly hits: number;
  /** Start of the window, in milliseconds since 1970. */
  readonly windowStartedAt: number;
}

/** Counters shared by all processes: failed sign-ins by user name and by address. */
export function createThrottleRepository(db: Kysely<Tables>) {
  return {
    /** Increments; the count restarts when the window has passed. Atomic. */
    async hit(key: string, now: number, windowMs: number): Promise<ThrottleCount> {
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
    /** The current count; zero hits when there is none or its window has passed. */
    async peek(key: string, now: number, windowMs: number): Promise<ThrottleCount> {
      const row = await db
        .selectFrom("throttle")
        .select(["hits", "window_started_at as windowStartedAt"])
        .where("throttle_key", "=", key)
        .where("window_started_at", ">", now - windowMs)
        .where("window_started_at", "<=", now + windowMs)
        .executeTakeFirst();
      return row ?? { hits: 0, windowStartedAt: now };
    },
    async clear(key: string): Promise<void> {
      await db.deleteFrom("throttle").where("throttle_key", "=", key).execute();
    },
    async forgetBefore(instant: number): Promise<void> {
      await db.deleteFrom("throttle").where("window_started_at", "<", instant).execute();
    },
  };
}
