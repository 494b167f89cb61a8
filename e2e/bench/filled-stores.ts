import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { fillFiguresOfPostgres, fillFiguresOfSqlite } from "./many-invoices.ts";
import { fillTrailOfPostgres, fillTrailOfSqlite } from "./many-entries.ts";
import { fillPostgres, fillSqlite } from "./many-visits.ts";

/** A folder that keeps the filled stores for the next run, since filling them takes two minutes. */
const kept = process.env["BENCH_STORES"];

/** What a store is filled with while no server uses it. */
const fillings = {
  queue: { sqlite: fillSqlite, postgres: fillPostgres },
  figures: { sqlite: fillFiguresOfSqlite, postgres: fillFiguresOfPostgres },
  trail: { sqlite: fillTrailOfSqlite, postgres: fillTrailOfPostgres },
} as const;
type Filling = keyof typeof fillings;

async function makeTables(server: ServerProcess): Promise<void> {
  await server.start();
  await server.stop();
}

/** Puts a filled store where the server expects its own. */
export async function giveSqlite(server: ServerProcess, filling: Filling = "queue"): Promise<void> {
  const copy = kept === undefined ? undefined : join(kept, `${filling}.db`);
  if (copy !== undefined && existsSync(copy)) return copyFileSync(copy, server.databaseFile);
  await makeTables(server);
  fillings[filling].sqlite(server.databaseFile);
  if (kept === undefined || copy === undefined) return;
  mkdirSync(kept, { recursive: true });
  copyFileSync(server.databaseFile, copy);
}

async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}

/** A PostgreSQL cluster with a filled database at `url`; undefined if PostgreSQL is not installed. */
export async function givePostgres(
  filling: Filling = "queue",
): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) return undefined;
  const folder = kept === undefined ? undefined : join(kept, `${filling}-postgres`);
  const isFilled = folder !== undefined && existsSync(join(folder, "filled"));
  const cluster = await startPostgres(programs, folder);
  const addressOf = (database: string) => cluster.url.replace(/[^/]*$/, database);
  try {
    if (!isFilled) {
      await administer(cluster.url, "drop database if exists filled", "create database filled");
      const server = new ServerProcess({ DATABASE_URL: addressOf("filled") });
      await makeTables(server);
      await server.dispose();
      await fillings[filling].postgres(addressOf("filled"));
      if (folder !== undefined) mkdirSync(join(folder, "filled"));
    }
    // A run's changes are thrown away with it. The copy is written out before anything is measured.
    await administer(
      cluster.url,
      "drop database if exists run",
      "create database run template filled",
      "checkpoint",
    );
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return { url: addressOf("run"), stop: () => cluster.stop() };
}
