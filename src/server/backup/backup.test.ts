import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAuditTrail } from "#room/server/audit/audit-trail.ts";
import { verifyAuditTrail } from "#room/server/audit/verify-trail.ts";
import { describeOnBothEngines, keyOfTests } from "#room/server/store/test-stores.ts";
import { openStore } from "#room/server/store/store.ts";
import { mountSmallDisk } from "#room/server/store/test-small-disk.ts";
import { chargeOf } from "#room/server/store/visits/test-visits.ts";
import { onDisk, putContent, readContent } from "#room/server/vault/test-content.ts";
import { lastFailure } from "./last-failure.ts";
import { backUpRegularly, backupName, backupsIn, removeOldBackups } from "./backup-schedule.ts";
import { makeBackup, restoreBackup } from "./backup.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeOnBothEngines("a backup", (stores) => {
  test("is made during writes, and restores all of it elsewhere", async () => {
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
    expect(readdirSync(folder)).toEqual(["console.backup", "console.backup.sha256"]);

    const there = await stores.empty();
    await restoreBackup(there, file);
    const restored = await stores.open(there);
    expect(await restored.users.list()).toEqual(await store.users.list());
    const { entries, broken } = await verifyAuditTrail(restored);
    expect(broken).toBeUndefined();
    expect(entries).toBeGreaterThan(0);
    // Existing files are never overwritten.
    await expect(restoreBackup(there, file)).rejects.toThrow("already");
    await expect(makeBackup(url, file)).rejects.toThrow("already");
  });

  test("made during charging has every charge answered before", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url);
    const answered: string[] = [];
    const done = new AbortController();
    const charging = (async () => {
      for (let n = 1; !done.signal.aborted; n += 1) {
        const outcome = await store.events.take(chargeOf(n, n));
        if (outcome.kind === "charged") answered.push(chargeOf(n, n).visitId);
      }
    })();
    try {
      while (answered.length < 20) await new Promise(setImmediate);
      const before = [...answered];
      const file = join(folder, "console.backup");
      await makeBackup(url, file);
      const there = await stores.empty();
      await restoreBackup(there, file);
      const restored = await stores.open(there);
      for (const visitId of before)
        expect(await restored.events.invoiceOf(visitId)).toMatchObject({ visitId });
      // And it is complete: numbers continue without gaps, its charges are recognized, counts match rows.
      const count = await restored.events.countInvoices();
      expect(count).toBeGreaterThanOrEqual(before.length);
      expect(await restored.events.countEvents()).toBe(count);
      expect(await restored.events.take(chargeOf(1, 1))).toEqual({
        kind: "charged",
        invoiceNumber: undefined,
      });
      expect(await restored.events.take(chargeOf(0, 0))).toEqual({
        kind: "charged",
        invoiceNumber: count + 1,
      });
      expect(await restored.visits.recount()).toEqual([]);
    } finally {
      done.abort();
      await charging;
    }
  });

  test("of a sealed store opens by its key alone", async () => {
    const url = await stores.fresh();
    const key = { dataKey: keyOfTests("of the backup") };
    const store = await stores.open(url, key);
    const put = await putContent(store, 1);
    const file = join(folder, "console.backup");
    await makeBackup(url, file);
    // PostgreSQL compresses its dumps, so only a restored one can be searched.
    if (url.startsWith("file:")) expect(readFileSync(file, "latin1")).not.toMatch(/quokka/i);
    const there = await stores.empty();
    await restoreBackup(there, file);
    expect(await onDisk(there)).not.toMatch(/quokka/i);
    await expect(openStore(there, {})).rejects.toThrow("names an encrypted store");
    const restored = await stores.open(there, key);
    expect(await readContent(restored, put)).toEqual(await readContent(store, put));
  });

  test("whose text was changed is refused, though whole", async () => {
    const url = await stores.fresh();
    await stores.open(url);
    const file = join(folder, "console.backup");
    await makeBackup(url, file);
    const made = readFileSync(file);
    const changed = Buffer.from(made);
    // In the middle of the file: no engine's own check needs to notice.
    const at = Math.floor(made.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(file, changed);
    const there = await stores.empty();
    await expect(restoreBackup(there, file)).rejects.toThrow("is not as it was made");
    writeFileSync(file, made);
    expect(await restoreBackup(there, file)).toBe(true);
    // Of an older version, or moved without it.
    rmSync(`${file}.sha256`);
    expect(await restoreBackup(await stores.empty(), file)).toBe(false);
  });

  test("cut short or no backup is refused and changes nothing", async () => {
    const url = await stores.fresh();
    await stores.open(url);
    const file = join(folder, "console.backup");
    await makeBackup(url, file);
    rmSync(`${file}.sha256`);
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const there = await stores.empty();
    await expect(restoreBackup(there, file)).rejects.toThrow("console.backup is not a whole backup");
    writeFileSync(file, "no backup");
    await expect(restoreBackup(there, file)).rejects.toThrow("is not a whole backup");
    await expect(restoreBackup(there, join(folder, "none"))).rejects.toThrow("There is no file");
    await stores.open(there);
  });
});

test("a full disk or wrong folder is reported, leaving nothing", async () => {
  writeFileSync(join(folder, "file"), "");
  const disk = mountSmallDisk(1);
  const full = disk?.folder({});
  disk?.fill();
  const log = { error: vi.fn(), info: () => undefined };
  const tool = join(folder, "tool.mjs");
  // Ends as the built tool does: with a message and exit code 1.
  writeFileSync(tool, "console.error('There is no database at x.'); process.exitCode = 1;");
  try {
    for (const [backupFolder, reason] of [
      [join(folder, "file", "in it"), /ENOTDIR|ENOENT/],
      ["/proc/backups", /ENOENT|EACCES|EPERM/],
      [join(folder, "good"), /There is no database/],
    ] as const) {
      const settings = { backupFolder, backupHours: 24, backupKeep: 1 };
      const stop = backUpRegularly({ settings, tool, log, runAlone: (_task, work) => work() });
      await vi.waitFor(() => expect(lastFailure(backupFolder)?.reason).toMatch(reason), { timeout: 10_000 });
      void stop();
    }
    expect(log.error).toHaveBeenCalledTimes(3);
    const told = { reason: expect.stringContaining("There is no database") };
    expect(log.error).toHaveBeenLastCalledWith(told, expect.stringContaining("retried in 15 minutes"));
    if (full === undefined) return;
    const store = await openStore(`file:${join(folder, "console.db")}`);
    await store.close();
    const made = makeBackup(`file:${join(folder, "console.db")}`, join(full, "console.backup"));
    await expect(made).rejects.toThrow(/console.backup was not written: .*(full|space)/i);
    expect(readdirSync(full)).toEqual([]);
  } finally {
    disk?.remove();
  }
});

test("nothing is restored to a store that keeps nothing", async () => {
  const file = join(folder, "console.backup");
  const url = `file:${join(folder, "console.db")}`;
  await (await openStore(url)).close();
  await makeBackup(url, file);
  await expect(restoreBackup(":memory:", file)).rejects.toThrow("keeps nothing");
  await expect(makeBackup(":memory:", join(folder, "other.backup"))).rejects.toThrow("keeps nothing");
  expect(readdirSync(".")).not.toContain(":memory:");
});

test("automatic ones keep the newest, and others' files stay", () => {
  const names = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 10, day))));
  for (const name of [...names, "mine.backup"])
    for (const end of ["", ".sha256"]) writeFileSync(join(folder, `${name}${end}`), "");
  removeOldBackups(folder, 2);
  expect(backupsIn(folder)).toEqual(names.slice(2));
  const left = [...names.slice(2), "mine.backup"].flatMap((name) => [name, `${name}.sha256`]);
  expect(readdirSync(folder).toSorted()).toEqual(left.toSorted());
});

test("neither a future nor a killed one blocks the next", async () => {
  const tool = join(folder, "tool.mjs");
  writeFileSync(tool, "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], 'x');");
  const ahead = join(folder, backupName(new Date(Date.now() + 30 * 24 * 3_600_000)));
  writeFileSync(ahead, "");
  const later = Date.now() / 1000 + 30 * 24 * 3600;
  utimesSync(ahead, later, later);
  // What a killed one left.
  const unfinished = `${backupName(new Date(0))}.part`;
  const others = [`${backupName(new Date(1000))}.partner`, "mine.backup.part"];
  for (const name of [unfinished, `${unfinished}-journal`, ...others]) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), 0, 0);
  }
  // One that is still being written.
  const growing = `${backupName(new Date(2000))}.part`;
  writeFileSync(join(folder, growing), "");
  const settings = { backupFolder: folder, backupHours: 24, backupKeep: 3 };
  const log = { error: vi.fn(), info: vi.fn() };
  const stop = backUpRegularly({ settings, tool, log, runAlone: (_task, work) => work() });
  await vi.waitFor(() => expect(backupsIn(folder)).toHaveLength(2), { timeout: 10_000 });
  const left = readdirSync(folder).filter((name) => name.includes(".part"));
  expect(left.toSorted()).toEqual([growing, ...others].toSorted());
  void stop();
});
