import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { openStore } from "./store.ts";
import { postgresPrograms, startPostgres, type PostgresCluster } from "./test-postgres-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A file with empty tables of SQLite, to copy: that takes a hundredth of the time of migrating again. */
    emptyStore: string;
    /**
     * A GET returns the URL of a PostgreSQL database with empty tables, to copy. PostgreSQL starts on first use; absent: not
     * installed.
     */
    postgresAt: string | undefined;
  }
}

async function makeTables(databaseUrl: string): Promise<string> {
  await (await openStore(databaseUrl)).close();
  return databaseUrl;
}

/** Given, or in a temporary cluster. */
async function makePostgres(cluster: PostgresCluster | undefined) {
  const root = cluster?.url ?? process.env["TEST_DATABASE_URL"] ?? "";
  const url = new URL(root);
  url.pathname = `/template_${process.pid}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: root });
    await client.connect();
    await client.query(`${statement} ${url.pathname.slice(1)}`).finally(() => client.end());
  };
  await run("create database");
  await makeTables(url.href);
  return { url: url.href, stop: () => (cluster ? cluster.stop() : run("drop database")) };
}

/** Vitest's global setup: a store to copy for each engine, that of PostgreSQL created on first use. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "console-template-"));
  const emptyStore = join(folder, "console.db");
  await makeTables(`file:${emptyStore}`);
  project.provide("emptyStore", emptyStore);
  const removeFolder = async () => rmSync(folder, { recursive: true, force: true });
  const isGiven = process.env["TEST_DATABASE_URL"] !== undefined;
  // A mutant is tried on SQLite alone: whatever decides something is the same on both.
  const programs = process.env["STRYKER_MUTATOR_WORKER"] === undefined ? postgresPrograms() : undefined;
  if (!isGiven && !programs) {
    project.provide("postgresAt", undefined);
    return removeFolder;
  }
  let made: ReturnType<typeof makePostgres> | undefined;
  const make = async () => makePostgres(isGiven || !programs ? undefined : await startPostgres(programs));
  const server = createServer((_request, response) => {
    made ??= make();
    made.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  project.provide("postgresAt", `http://127.0.0.1:${port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await made?.catch(() => undefined))?.stop();
    await removeFolder();
  };
}
