import Database from "libsql";
import { WrongSetting } from "#room/server/settings.ts";
import { makeFolder, sqlitePathOf } from "./open-sqlite.ts";
import { isBusy } from "./sqlite-connection.ts";
import { dirname } from "node:path";

/** A server that is being replaced may still be finishing its requests, in milliseconds. */
const patienceMs = 5000;

/**
 * Marks a SQLite file as this server's until the process ends, by a lock on a file beside it, which the system lets go
 * of even when the process is killed. The command line's tools are not held up. Throws the sentence if another server
 * has it.
 */
export function beSoleServer(databaseUrl: string): () => void {
  if (!databaseUrl.startsWith("file:")) return () => {};
  const path = sqlitePathOf(databaseUrl);
  let mark: Database.Database | undefined;
  try {
    makeFolder(dirname(path));
    mark = new Database(`${path}-server`);
    mark.exec(`pragma busy_timeout = ${patienceMs}`);
    mark.exec("begin exclusive");
  } catch (error) {
    mark?.close();
    // Opening the database itself fails too, and says what is wrong with its place.
    if (!isBusy(error)) return () => {};
    throw new WrongSetting(
      `DATABASE_URL names ${path}, which another server has open: stop that one first, or give this one a file of its own. Several servers on one database need PostgreSQL.`,
      { cause: error },
    );
  }
  return () => mark?.close();
}
