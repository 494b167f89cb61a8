import { once } from "node:events";
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { postgresPrograms, startPostgres, type PostgresCluster } from "./test-postgres-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A GET returns the URL of the run's PostgreSQL, which starts on first use; absent: not installed. */
    postgresAt: string | undefined;
  }
}

/** Vitest's global setup: one temporary PostgreSQL per test run, created on first use. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const programs = postgresPrograms();
  if (!given && !programs) {
    project.provide("postgresAt", undefined);
    return async () => undefined;
  }
  let cluster: Promise<PostgresCluster> | undefined;
  const start = async () => {
    if (given || !programs) return given ?? "";
    cluster ??= startPostgres(programs);
    return (await cluster).url;
  };
  const server = createServer((_request, response) => {
    start().then(
      (url) => response.end(url),
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
    await (await cluster?.catch(() => undefined))?.stop();
  };
}
