import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { passwordRecord } from "#room/server/sessions/passwords.ts";
import { passwordOf, ServerProcess, userNames } from "./server-process.ts";

/**
 * Runs before all tests: makes a store with the test users, using the built server. Each test server starts with a
 * copy, so that no password is hashed for it; these hashes also cost less, since every sign-in computes one.
 */
export default async function makeStoreTemplate(): Promise<() => Promise<void>> {
  const server = new ServerProcess();
  await server.start();
  await server.stop();
  const store = new Database(server.databaseFile);
  for (const name of userNames) {
    const record = await passwordRecord(passwordOf(name), { logN: 8, r: 8, p: 1 });
    store.prepare("update person set password_record = ? where name = ?").run(record, name);
  }
  store.exec("pragma wal_checkpoint(truncate)");
  store.close();
  const template = join(server.folder, "template.db");
  copyFileSync(server.databaseFile, template);
  process.env["E2E_STORE"] = template;
  return () => server.dispose();
}
