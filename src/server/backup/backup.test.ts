import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAuditTrail } from "#room/server/audit/audit-trail.ts";
import { verifyAuditTrail } from "#room/server/audit/verify-trail.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { backupName, backupsIn, removeOldBackups } from "./backup-schedule.ts";
import { makeBackup, restoreBackup } from "./backup.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeOnBothEngines("a backup", (stores) => {
  test("is made while others write, and gives back all of it elsewhere", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url);
    const audit = openAuditTrail({ store, now: () => new Date(), onFailure: () => undefined });
    await store.users.add({ name: "casey", role: "administrator", addresses: ["c@a.example"], createdAt: 1 });
    await audit.noteNow({ actor: "casey", action: "signed in" });
    const file = join(folder, "console.backup");
    const done = new AbortController();
    const writing = (async () => {
      while (!done.signal.aborted) await audit.noteNow({ actor: "casey", action: "listed visits" });
    })();
    const bytes = await makeBackup(url, file);
    done.abort();
    await writing;
    expect(statSync(file)).toMatchObject({ size: bytes });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(["console.backup"]);

    const there = await stores.empty();
    await restoreBackup(there, file);
    const restored = await stores.open(there);
    expect(await restored.users.list()).toEqual(await store.users.list());
    const { entries, broken } = await verifyAuditTrail(restored);
    expect(broken).toBeUndefined();
    expect(entries).toBeGreaterThan(0);
    // What is there is never written over.
    await expect(restoreBackup(there, file)).rejects.toThrow("already");
    await expect(makeBackup(url, file)).rejects.toThrow("already");
  });

  test("that is cut short or no backup at all is refused in words, and changes nothing", async () => {
    const url = await stores.fresh();
    await stores.open(url);
    const file = join(folder, "console.backup");
    await makeBackup(url, file);
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const there = await stores.empty();
    await expect(restoreBackup(there, file)).rejects.toThrow("console.backup is not a whole backup");
    writeFileSync(file, "no backup");
    await expect(restoreBackup(there, file)).rejects.toThrow("is not a whole backup");
    await expect(restoreBackup(there, join(folder, "none"))).rejects.toThrow("There is no file");
    await stores.open(there);
  });
});

test("of the backups that were made by itself the newest are kept, and others' files are left alone", () => {
  const names = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 10, day))));
  for (const name of [...names, "mine.backup"]) writeFileSync(join(folder, name), "");
  removeOldBackups(folder, 2);
  expect(backupsIn(folder)).toEqual(names.slice(2));
  expect(readdirSync(folder)).toContain("mine.backup");
});
