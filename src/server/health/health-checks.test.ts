import { counted } from "#room/contract/primitives/counted.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { maxPerDay } from "#room/server/store/visits/keep-refused.ts";
import { chargeOf, practices, refusedOf } from "#room/server/store/visits/test-visits.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { noteOutcome } from "#room/server/backup/last-failure.ts";
import { noteContact } from "#room/server/direct/last-contact.ts";
import { bytesText, lengthText } from "./health-words.ts";

let server: TestServer | undefined;
afterEach(() => server?.stop());

async function health(environment: Record<string, string> = {}, databaseUrl?: string) {
  const started = await startTestServer(environment, databaseUrl === undefined ? {} : { databaseUrl });
  server = started;
  await started.store.users.change("robin", { role: "auditor" });
  const key = await started.signIn("robin");
  return async () => {
    const { body, text } = await started.post("/json/reply/HealthRequest", {}, { "x-ss-id": key });
    // The response schema guarantees it.
    const checks = body["checks"] as { name: string; value: string; act?: string }[];
    return { text, of: (name: string) => checks.find((check) => check.name === name) };
  };
}

test("reports the state, asking only for actions that are needed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-health-"));
  const look = await health(
    { OPEN_AUTO_CHARGE: "yes", BACKUP_FOLDER: folder, DATABASE_URL: `file:${folder}/console.db` },
    `file:${folder}/console.db`,
  );
  const first = await look();
  expect(first.of("Database")).toMatchObject({
    value: expect.stringMatching(/SQLite, .* answers in \d+ ms/),
  });
  expect(first.of("Disk of the database")?.value).toMatch(/free of/);
  expect(first.of("Visits not charged")).toEqual({ name: "Visits not charged", value: "none" });
  expect(first.of("Open without sign-in")?.value).toBe("auto-charge");
  expect(first.of("Last good backup")).toMatchObject({ act: expect.any(String) });
  expect(first.of("Diagnosis codes")).toMatchObject({ act: expect.stringContaining("starter set") });
  expect(first.of("Certificate")).toBeUndefined();
  expect(first.of("Data encryption")).toEqual({
    name: "Data encryption",
    value: "not encrypted: DATA_KEY is not set",
  });
  expect(first.of("HCPCS codes")).toEqual({ name: "HCPCS codes", value: "none imported" });
  expect(first.of("Mail service")).toBeUndefined();
  expect(first.of("Administrators")).toMatchObject({
    value: "none who can sign in",
    act: expect.any(String),
  });

  const { post, store, clock } = server ?? (await startTestServer());
  const unplaced = "Visits without a practice";
  expect(first.of(unplaced)).toBeUndefined();
  await store.visits.keepRefused(refusedOf(1, undefined));
  expect((await look()).of(unplaced)).toEqual({ name: unplaced, value: "1 visit" });
  expect((await look()).of("Refused events")).toBeUndefined();
  const one = await store.db.selectFrom("refused_event").selectAll().executeTakeFirstOrThrow();
  for (let from = 0; from < maxPerDay; from += 500)
    await store.db
      .insertInto("refused_event")
      .values(
        Array.from({ length: 500 }, (_, index) => {
          const { refused_id: _id, ...row } = one;
          return { ...row, digest: `${from + index}`, received_at: clock.now };
        }),
      )
      .execute();
  expect((await look()).of("Refused events")).toMatchObject({
    value: "2,000 in one day from engine",
    act: expect.stringContaining("not kept"),
  });
  await store.users.change("casey", { practices: [practices[0]] });
  expect((await look()).of(unplaced)?.act).toContain("Nobody sees them");
  await post("/json/reply/AutoChargeVisitRequest", { AutoChargedEvent: buildEvent() }).catch(() => undefined);
  await store.db
    .insertInto("audit_entry")
    .values({
      seq: 1_000_000,
      at: clock.now - 3_600_000,
      actor: "shell:root",
      action: "backed up",
      subject: "9 bytes",
      remote_address: null,
      session: null,
      hash: "x",
    })
    .execute();
  const then = await look();
  expect(then.of("Last good backup")).toEqual({
    name: "Last good backup",
    value: "60 minutes ago; automatic, every 24 hours",
  });
  clock.now += 50 * 3_600_000;
  const key = await server?.signIn("robin");
  const late = await server?.post("/json/reply/HealthRequest", {}, { "x-ss-id": key ?? "" });
  expect(late?.text).toContain("older than it should be");
  rmSync(folder, { recursive: true, force: true });
});

test("counts visits not charged, and how long one waits", async () => {
  const look = await health();
  const { store, clock } = server ?? (await startTestServer());
  const name = "Visits not charged";
  await store.events.take(chargeOf(1, 1, { at: clock.now - 9 * 86_400_000 }));
  await store.events.take(chargeOf(2, 2, { isWithheld: true, at: clock.now - 3 * 86_400_000 }));
  expect((await look()).of(name)?.value).toBe("1 visit, the oldest for 3 days");
  await store.visits.keepRefused(refusedOf(3, 3, { receivedAt: clock.now - 5 * 86_400_000 }));
  expect((await look()).of(name)?.value).toBe("2 visits, the oldest for 5 days");
  await store.events.take(chargeOf(4, 3, { at: clock.now }));
  expect((await look()).of(name)?.value).toBe("1 visit, the oldest for 3 days");
});

test("asks for a backup by hand where none is automatic", async () => {
  const look = await health();
  await server?.store.db
    .insertInto("audit_entry")
    .values({
      seq: 1_000_000,
      at: server.clock.now - 50 * 3_600_000,
      actor: "shell:root",
      action: "backed up",
      subject: "9 bytes",
      remote_address: null,
      session: null,
      hash: "x",
    })
    .execute();
  expect((await look()).of("Last good backup")).toEqual({
    name: "Last good backup",
    value: "2 days ago; automatic backups are off",
    act: expect.stringContaining("set BACKUP_FOLDER"),
  });
});

test("says how current files, mail service and backups are", async () => {
  const look = await health({
    DIRECT_IMAP_URL: "imaps://a:b@mail.example",
    BACKUP_FOLDER: "/backups of this test",
  });
  const { store, clock } = server ?? (await startTestServer());
  const file = (name: string, kind: "pairs" | "codes", from: string, to: string) =>
    store.db
      .insertInto("code_set")
      .values({
        name,
        kind,
        system: kind === "pairs" ? "NCCI" : "HCPCS",
        fiscal_year: 0,
        in_force_from: from,
        in_force_to: to,
        billable: 1,
        headers: 0,
        origin: "f",
        checksum: "",
        imported_on: "",
        imported_by: "",
        content: new Uint8Array(),
      })
      .execute();
  await file("NCCI pairs 2026 Q3", "pairs", "2026-07-01", "2026-09-30");
  await file("HCPCS 2026 Q4", "codes", "2026-10-01", "2026-12-31");
  noteContact(store, "fetched", new Date(clock.now));
  noteOutcome("/backups of this test", { at: clock.now, reason: "The disk is full" });
  const then = await look();
  expect(then.of("Code pairs (NCCI)")).toMatchObject({
    value: "none for today",
    act: expect.stringContaining("NCCI"),
  });
  expect(then.of("HCPCS codes")).toEqual({
    name: "HCPCS codes",
    value: "complete today, none from 01/01/2027 on",
  });
  expect(then.of("Mail service")).toEqual({
    name: "Mail service",
    value: "mail fetched less than a minute ago",
  });
  expect(then.of("Last good backup")).toMatchObject({ act: expect.stringContaining("The disk is full") });
  for (const part of [1, 3])
    await file(`NCCI pairs 2026 Q4, file ${part}`, "pairs", "2026-10-01", "2026-12-31");
  expect((await look()).of("Code pairs (NCCI)")).toEqual({
    name: "Code pairs (NCCI)",
    value: "in part today: files 2 and 4 of 2026 Q4 not imported",
    act: "Import files 2 and 4 of 2026 Q4: the pairs in them are not checked.",
  });
  clock.now += 31 * 86_400_000;
  const key = await server?.signIn("robin");
  const late = await server?.post("/json/reply/HealthRequest", {}, { "x-ss-id": key ?? "" });
  expect(late?.body["checks"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "HCPCS codes", act: expect.stringContaining("HCPCS file") }),
      expect.objectContaining({
        name: "Mail service",
        act: expect.stringContaining("No mail is being fetched"),
      }),
    ]),
  );
  noteOutcome("/backups of this test", undefined);
});

test("lengths, sizes and numbers are said in words", () => {
  expect(lengthText(20_000)).toBe("less than a minute");
  expect(lengthText(61_000)).toBe("1 minute");
  expect(lengthText(3 * 3_600_000)).toBe("3 hours");
  expect(lengthText(50 * 3_600_000)).toBe("2 days");
  expect(bytesText(999)).toBe("999 bytes");
  expect(bytesText(1.5 * 1024 ** 3)).toBe("1.5 GB");
  expect(counted(1, "visit")).toBe("1 visit");
  expect(counted(12_345, "visit")).toBe("12,345 visits");
});

test("tells a clock that jumped or is behind the trail", async () => {
  const look = await health();
  expect((await look()).of("Clock")).toBeUndefined();
  const { clock } = server ?? (await startTestServer());
  clock.now += 3.5 * 60_000;
  expect((await look()).of("Clock")).toMatchObject({
    value: "jumped ahead by 3 minutes on 11/02/2026",
    act: expect.stringContaining("NTP"),
  });
  clock.now -= 2 * 60_000;
  await server?.signIn("casey");
  expect((await look()).of("Clock")?.value).toBe("jumped back by 2 minutes on 11/02/2026");
  await server?.store.db.updateTable("session").set({ last_seen_at: clock.now }).execute();
  clock.now -= 90_000;
  expect((await look()).of("Clock")?.value).toMatch(/minute behind the newest entry/);
});
