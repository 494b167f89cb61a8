import { countOf } from "#room/server/store/rows.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Store } from "#room/server/store/store.ts";

/** Upper bounds in seconds: a charge takes some milliseconds, a wait for changes up to 25 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Prometheus asks every ten seconds or so, and gives up after as long. */
const databaseMs = 3000;

const states = ["withheld", "refused", "charged", "closed"] as const;

interface Watched {
  readonly app: FastifyInstance;
  readonly store: Pick<Store, "db" | "pool">;
  readonly now: () => Date;
}

/**
 * What an operator watches, in Prometheus' format: each operation by status and time, the queue, mail, sessions and
 * this process. Names of operations, numbers and nothing of any patient.
 */
export function createMetrics({ app, store, now }: Watched): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const operations = new Histogram({
    name: "console_operation_seconds",
    help: "Time from a request's headers to the end of its answer",
    labelNames: ["operation", "status"] as const,
    buckets,
    registers,
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation !== undefined)
      operations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const { db, pool } = store;
  /** Without the database its figures are NaN, and those of this process still told. */
  const read = <T>(ask: () => Promise<T>): Promise<T | undefined> =>
    Promise.race([ask(), sleep(databaseMs, undefined, { ref: false })]).catch(() => undefined);
  const readStates = () =>
    db
      .selectFrom("visit_count")
      .select((build) => ["name", build.fn.sum<number>("visits").as("visits")])
      .where(
        "name",
        "in",
        states.map((state) => `state:${state}`),
      )
      .groupBy("name")
      .execute();
  const visits = new Gauge({
    name: "console_visits",
    help: "Visits by state",
    labelNames: ["state"] as const,
    registers: [],
    async collect() {
      const rows = await read(readStates);
      for (const state of states)
        this.set(
          { state },
          rows ? Number(rows.find(({ name }) => name === `state:${state}`)?.visits ?? 0) : Number.NaN,
        );
    },
  });
  registry.registerMetric(visits);
  const watch = (name: string, help: string, ask: () => Promise<number>) => {
    const collect = async function collect(this: Gauge) {
      this.set((await read(ask)) ?? Number.NaN);
    };
    registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  };
  watch(
    "console_oldest_open_visit_seconds",
    "Age of the visit that has been withheld or refused the longest; 0 if there is none",
    async () => {
      const { min } = db.fn;
      const oldest = db.selectFrom("open_visit").select(min<number | null>("first_received_at").as("at"));
      const at = (await oldest.executeTakeFirst())?.at;
      return at ? (now().getTime() - Number(at)) / 1000 : 0;
    },
  );
  const waiting = db.selectFrom("outgoing_mail").where("state", "=", "waiting");
  watch("console_outgoing_mail", "Letters to other Direct domains that wait to be handed over", () =>
    countOf(waiting),
  );
  const live = db.selectFrom("session").where("ended_at", "is", null);
  watch("console_sessions", "Sessions that have neither ended nor run out", () =>
    countOf(live.where("expires_at", ">", now().getTime())),
  );
  if (pool) {
    const connections = new Gauge({
      name: "console_database_connections",
      help: "Connections of this process to the database by use, and callers that wait for one",
      labelNames: ["use"] as const,
      registers: [],
      collect() {
        this.set({ use: "busy" }, pool.totalCount - pool.idleCount);
        this.set({ use: "idle" }, pool.idleCount);
        this.set({ use: "awaited" }, pool.waitingCount);
      },
    });
    registry.registerMetric(connections);
  }
  return registry;
}
