import { sql } from "kysely";
import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { openEngine } from "./engine.ts";
import { postgresPrograms, startPostgres } from "./test-postgres-cluster.ts";

const programs = postgresPrograms();

test.skipIf(programs === undefined)(
  "the overview is read from a replica that answers",
  { timeout: 240_000 },
  async () => {
    const primary = await startPostgres(programs ?? "");
    const replica = await startPostgres(programs ?? "", undefined, { replicaOf: primary });
    const server = await startTestServer({ READ_DATABASE_URL: replica.url }, { databaseUrl: primary.url });
    const told: string[] = [];
    const engine = await openEngine(primary.url, {
      readDatabaseUrl: replica.url,
      report: (sentence) => told.push(sentence),
    });
    const isReplica = async () => {
      const { rows } = await sql<{ found: boolean }>`select pg_is_in_recovery() as found`.execute(
        engine.overview,
      );
      return rows[0]?.found;
    };
    try {
      const headers = { "x-ss-id": await server.signIn() };
      const withheld = buildEvent({ audit: { canAutoCharge: false, finalStatus: "Withheld" } });
      await server.post("/AutoChargeEntry/Billing/ChargedVisit", { AutoChargedEvent: withheld }, headers);
      const overview = async () => {
        const { status, body } = await server.post("/json/reply/VisitSummaryRequest", {}, headers);
        return { status, text: JSON.stringify(body["byState"]) };
      };
      const isCounted = { status: 200, text: expect.stringContaining('"name":"withheld","count":1') };
      await expect.poll(overview).toEqual(isCounted);
      await expect.poll(isReplica).toBe(true);
      // On a busy machine it was behind at first, which was told, too.
      told.length = 0;
      await replica.halt("crash");
      expect(await isReplica()).toBe(false);
      expect(await overview()).toEqual(isCounted);
      await replica.start();
      await expect.poll(isReplica).toBe(true);
      expect(told).toEqual([
        expect.stringContaining("does not answer"),
        expect.stringContaining("up to date again"),
      ]);
    } finally {
      await server.stop();
      await engine.db.destroy();
      await replica.stop();
      await primary.stop();
    }
  },
);
