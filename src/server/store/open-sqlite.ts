import { closeSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { WrongSetting } from "#room/server/settings.ts";
import { DatabaseFile } from "./database-file.ts";
import { SqliteAside } from "./sqlite-aside.ts";
import { patiently } from "./refuse-others.ts";
import { isBusy, SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import type { Tables } from "./tables.ts";
import { type OnQuery, queryLog } from "./timed-query.ts";

/** The path in a `file:` URL. */
export function sqlitePathOf(databaseUrl: string): string {
  return databaseUrl.startsWith("file://") ? fileURLToPath(databaseUrl) : databaseUrl.slice("file:".length);
}

/** With its parents, for the owner alone. Node’s recursive option never ends in /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process starting at the same time may have been faster.
    if (!existsSync(path)) throw error;
  }
}

/** Creates the file first, readable only by its owner, since it holds patient data. */
function prepareFile(path: string): void {
  makeFolder(dirname(path));
  closeSync(openSync(path, "a", 0o600));
}

function kyselyOn(createDriver: () => Driver, onQuery: OnQuery | undefined): Kysely<Tables> {
  return new Kysely<Tables>({
    ...queryLog(onQuery),
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

interface SqliteOptions {
  readonly report: (sentence: string) => void;
  readonly patienceMs: number;
  readonly copyOf: string | undefined;
  readonly onQuery: OnQuery | undefined;
}

/** On one connection that locks the file: throws a sentence if something else has it open. */
export async function openSqliteAlone(databaseUrl: string, { report, patienceMs, onQuery }: SqliteOptions) {
  const path = sqlitePathOf(databaseUrl);
  const connection = await patiently(() => {
    try {
      return new SqliteConnection(path, { synchronous: "FULL", isAlone: true });
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    }
  });
  const file = new DatabaseFile(path, report);
  const onClose = async () => {};
  const db = kyselyOn(
    () => new SqliteDriver({ reader: connection, writer: connection, file, patienceMs, onClose }),
    onQuery,
  );
  return { db, aside: db, sums: db };
}

/**
 * An embedded database in a file, which several processes may open. `:memory:` is a throw-away file, so that tests run
 * the same code without waiting for the disk.
 */
export function openSqlite(
  databaseUrl: string,
  { report, patienceMs, copyOf, onQuery }: SqliteOptions,
): { db: Kysely<Tables>; aside: Kysely<Tables>; sums: Kysely<Tables> } {
  const throwAway = databaseUrl === ":memory:" ? mkdtempSync(join(tmpdir(), "console-db-")) : undefined;
  const path = throwAway === undefined ? sqlitePathOf(databaseUrl) : join(throwAway, "console.db");
  if (path === "") throw new WrongSetting("DATABASE_URL must name a file after file:");
  try {
    prepareFile(path);
    if (throwAway !== undefined && copyOf !== undefined) copyFileSync(copyOf, path);
    const options = { synchronous: throwAway === undefined ? "FULL" : "OFF" } as const;
    const writer = new SqliteConnection(path, options);
    const reader = new SqliteConnection(path, options);
    const file = new DatabaseFile(path, report);
    const open = () => new SqliteConnection(path, options);
    const asideOf = (atOnce: number) => kyselyOn(() => new SqliteAside({ open, file, atOnce }), onQuery);
    // Years that are summed up wait for each other, and no list for them.
    const [aside, sums] = [asideOf(3), asideOf(2)];
    const onClose = async () => {
      await Promise.all([aside.destroy(), sums.destroy()]);
      if (throwAway !== undefined) rmSync(throwAway, { recursive: true, force: true });
    };
    const db = kyselyOn(() => new SqliteDriver({ reader, writer, file, patienceMs, onClose }), onQuery);
    return { db, aside, sums };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongSetting(`DATABASE_URL names the file ${path}, which cannot be opened: ${reason}`, {
      cause: error,
    });
  }
}
