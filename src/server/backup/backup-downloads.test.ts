import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findRefusal } from "#room/server/test-refusal.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { practices } from "#room/server/store/visits/test-visits.ts";
import { openStore } from "#room/server/store/store.ts";
import { restoreBackup } from "./backup.ts";

const folder = mkdtempSync(join(tmpdir(), "console-download-"));
const url = `file:${folder}/console.db`;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  rmSync(folder, { recursive: true, force: true });
});

test("an administrator downloads a backup, and lifts no limit", async () => {
  const secret = randomBytes(32).toString("base64");
  const environment = { DATABASE_URL: url, DATA_KEY: secret };
  const server = await startTestServer(environment, { databaseUrl: url });
  stop = server.stop;
  for (const name of ["casey", "robin"]) await server.store.users.change(name, { role: "administrator" });
  const [casey, robin] = [await server.signIn(), await server.signIn("robin")];
  const ask = (name: string, body: object, key = casey) =>
    server.post(`/json/reply/${name}Request`, body, { "x-ss-id": key });
  const left = `download-${"x".repeat(12)}.backup`;
  writeFileSync(join(folder, left), "of a killed process");
  await server.store.throttle.hit("x".repeat(4_000_000), 1, 1);
  const { body: made } = await ask("MakeBackup", {});
  expect(made["fileName"]).toMatch(/^console-\d{8}T\d{6}Z\.backup$/);
  const id = { backupId: made["backupId"] };
  expect((await ask("ReadBackup", { ...id, from: 0 }, robin)).status).toBe(404);
  const parts: Buffer[] = [];
  for (let from: unknown = 0; from !== undefined;) {
    const { body } = await ask("ReadBackup", { ...id, from });
    parts.push(Buffer.from(String(body["content"]), "base64"));
    from = body["next"];
  }
  expect(parts.length).toBeGreaterThan(1);
  const whole = Buffer.concat(parts);
  expect(whole.length).toBe(made["bytes"]);
  expect((await ask("ReadBackup", { ...id, from: 0 })).status).toBe(404);
  expect(readdirSync(folder).filter((name) => name.startsWith("download-"))).toEqual([]);
  const file = join(folder, "saved.backup");
  writeFileSync(file, whole);
  await restoreBackup(`file:${folder}/there.db`, file);

  expect((await ask("BeginDataKey", {})).body).toEqual({ keyId: 2 });
  const health = await ask("Health", {});
  expect(health.text).toContain("encrypted with key 2");
  expect(health.body["hasDataKey"]).toBe(true);

  await server.store.users.change("robin", { practices: [practices[0]] });
  server.clock.now += 3000;
  expect(findRefusal((await ask("MakeBackup", {}, robin)).body)?.errorCode).toBe("OutsideYourPractices");
  expect((await ask("ChangePerson", { userName: "robin", practices: [] }, robin)).status).toBe(403);
  const rows = await server.store.db.selectFrom("audit_entry").select(["action", "subject"]).execute();
  const subjects = rows.map(({ action, subject }) => `${action}: ${subject ?? ""}`);
  expect(subjects).toEqual(
    expect.arrayContaining([
      `backed up: ${String(made["bytes"])} bytes, from the page`,
      "backed up: downloaded",
      "changed data key: key 2 begun",
    ]),
  );
  // A backup of any time, and an hour later, opens by the same key of the settings.
  const there = await openStore(`file:${folder}/there.db`, { dataKey: server.settings.dataKey });
  await there.close();
});
