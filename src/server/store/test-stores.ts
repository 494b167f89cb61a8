import { createHash, randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Client } from "pg";
import { MasterKey } from "#room/server/vault/master-key.ts";
import { afterEach, beforeAll, describe, inject } from "vitest";
import { openStore, type Store, type StoreOptions } from "./store.ts";

/** What a store test gets. Everything is closed and removed afterwards. */
export interface TestStores {
  /** Everything is stored under a key. */
  readonly isSealed: boolean;
  /** The URL of a new empty database without tables. */
  empty(): Promise<string>;
  /** The URL of a new database with empty tables. */
  fresh(): Promise<string>;
  /** Opens a store on that URL, or on a fresh one. */
  open(databaseUrl?: string, options?: StoreOptions): Promise<Store>;
}

interface FreshOptions {
  readonly isEmpty: boolean;
}

interface Fresh {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

async function withPostgres(work: (client: Client, template: URL) => Promise<void>): Promise<void> {
  const reply = await fetch(inject("postgresAt") ?? "");
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  const template = new URL(text);
  const administration = new URL(text);
  administration.pathname = "/postgres";
  const client = new Client({ connectionString: administration.href });
  await client.connect();
  await work(client, template).finally(() => client.end());
}

async function freshPostgres({ isEmpty }: FreshOptions): Promise<Fresh> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  let url = "";
  await withPostgres(async (client, template) => {
    await client.query(`create database ${name} ${isEmpty ? "" : `template ${template.pathname.slice(1)}`}`);
    template.pathname = `/${name}`;
    url = template.href;
  });
  const remove = () =>
    withPostgres(async (client) => void (await client.query(`drop database ${name} with (force)`)));
  return { url, remove };
}

async function freshSqlite({ isEmpty }: FreshOptions): Promise<Fresh> {
  const directory = mkdtempSync(join(tmpdir(), "console-store-"));
  const file = join(directory, "console.db");
  if (!isEmpty) copyFileSync(inject("emptyStore"), file);
  const remove = async () => rmSync(directory, { recursive: true, force: true });
  return { url: `file:${file}`, remove };
}

/** libsql closes a connection only once its statements are collected: here, unlike with a tool, others were open before. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  // What the flag makes available in a new context.
  (runInNewContext("gc") as () => void)();
}

function storesOf(fresh: (options: FreshOptions) => Promise<Fresh>, usual: StoreOptions = {}): TestStores {
  const open: Store[] = [];
  const removals: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
    for (const remove of removals.splice(0)) await remove();
  });
  const make = async (isEmpty = false) => {
    const { url, remove } = await fresh({ isEmpty });
    removals.push(remove);
    return url;
  };
  return {
    isSealed: usual.dataKey !== undefined,
    empty: () => make(true),
    fresh: () => make(),
    async open(databaseUrl, options) {
      if (options?.isAlone === true) collectGarbage();
      const store = await openStore(databaseUrl ?? (await make()), { ...usual, ...options });
      open.push(store);
      return store;
    },
  };
}

/** Deterministic keys for tests. */
export const keyOfTests = (name: string) => [new MasterKey(createHash("sha256").update(name).digest())];

/**
 * Runs the same tests on both engines: SQLite in a file, and PostgreSQL at TEST_DATABASE_URL or in a temporary cluster
 * if it is installed. `alsoUnderKey`: a second time on SQLite with everything sealed.
 */
export function describeOnBothEngines(
  name: string,
  tests: (stores: TestStores) => void,
  { alsoUnderKey = false } = {},
): void {
  describe(`${name}, on SQLite`, () => tests(storesOf(freshSqlite)));
  if (alsoUnderKey)
    describe(`${name}, under a key`, () => tests(storesOf(freshSqlite, { dataKey: keyOfTests("one") })));
  if (inject("postgresAt") !== undefined)
    describe(`${name}, on PostgreSQL`, () => {
      // The first one starts it, which is not a test's time.
      beforeAll(() => withPostgres(async () => undefined), 300_000);
      tests(storesOf(freshPostgres));
    });
  else
    describe.skip(`${name}, on PostgreSQL (skipped: TEST_DATABASE_URL is not set and its programs are not here)`, () =>
      tests(storesOf(freshPostgres)));
}
