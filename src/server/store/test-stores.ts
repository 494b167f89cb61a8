import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, describe, inject } from "vitest";
import { openStore, type Store } from "./store.ts";

/** What a test of the store is given. Everything is closed and removed after the test. */
export interface TestStores {
  /** A database of its own, empty; its address. */
  fresh(): Promise<string>;
  /** Opens a store on that address, or on a fresh one. */
  open(databaseUrl?: string): Promise<Store>;
}

async function withAdministration(work: (client: Client) => Promise<void>): Promise<string> {
  const reply = await fetch(inject("postgresAt") ?? "");
  const url = await reply.text();
  if (!reply.ok) throw new Error(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
  return url;
}

async function freshPostgres(): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = await withAdministration(async (client) => {
    await client.query(`create database ${name}`);
  });
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const remove = async () => {
    await withAdministration(async (client) => {
      await client.query(`drop database ${name} with (force)`);
    });
  };
  return { url: url.href, remove };
}

async function freshSqlite(): Promise<{ url: string; remove: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "console-store-"));
  const remove = async () => rmSync(directory, { recursive: true, force: true });
  return { url: `file:${join(directory, "console.db")}`, remove };
}

function storesOf(fresh: () => Promise<{ url: string; remove: () => Promise<void> }>): TestStores {
  const open: Store[] = [];
  const removals: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
    for (const remove of removals.splice(0)) await remove();
  });
  const make = async () => {
    const { url, remove } = await fresh();
    removals.push(remove);
    return url;
  };
  return {
    fresh: make,
    async open(databaseUrl) {
      const store = await openStore(databaseUrl ?? (await make()));
      open.push(store);
      return store;
    },
  };
}

/**
 * Runs the same tests on both engines: SQLite in a file, and PostgreSQL at TEST_DATABASE_URL or in a throw-away
 * cluster when its programs are on the machine.
 */
export function describeOnBothEngines(name: string, tests: (stores: TestStores) => void): void {
  describe(`${name}, on SQLite`, () => tests(storesOf(freshSqlite)));
  if (inject("postgresAt") !== undefined)
    describe(`${name}, on PostgreSQL`, () => tests(storesOf(freshPostgres)));
  else
    describe.skip(`${name}, on PostgreSQL (skipped: TEST_DATABASE_URL is not set and its programs are not here)`, () =>
      tests(storesOf(freshPostgres)));
}
