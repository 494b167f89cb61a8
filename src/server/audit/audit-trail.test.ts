import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { samples } from "#room/contract/samples.ts";
import { hashOfSessionId } from "#room/server/sessions/sessions.ts";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";
import { keptHead, type AuditEntry } from "./audit-entry.ts";
import { auditEntries, openAuditTrail } from "./audit-trail.ts";
import { verifyAuditTrail } from "./verify-trail.ts";

let server: TestServer;

async function entries(since = 0): Promise<AuditEntry[]> {
  const list: AuditEntry[] = [];
  for await (const entry of auditEntries(server.store.db, since)) list.push(entry);
  return list;
}

function trail() {
  const now = () => new Date(server.clock.now);
  return openAuditTrail({
    store: server.store,
    now,
    onFailure: (error) => {
      throw error;
    },
  });
}

/** Drops the triggers, as the owner of the database file could. */
async function unlock(): Promise<void> {
  const { db, kind } = server.store;
  if (kind === "postgres") await sql`drop trigger audit_entry_append_only on audit_entry`.execute(db);
  else
    for (const change of ["update", "delete"])
      await sql`drop trigger ${sql.id(`audit_entry_no_${change}`)}`.execute(db);
}

describeOnBothEngines("the trail", (stores) => {
  beforeEach(async () => {
    server = await startTestServer({}, { databaseUrl: await stores.fresh() });
  });
  afterEach(() => server.stop());

  it("refuses to be changed or shortened by a query", async () => {
    await trail().noteNow({ actor: "casey", action: "charged", subject: "event:1" });
    const { db } = server.store;
    await expect(db.updateTable("audit_entry").set({ actor: "robin" }).execute()).rejects.toThrow(
      "append-only",
    );
    await expect(db.deleteFrom("audit_entry").execute()).rejects.toThrow("append-only");
  });

  it("shows a changed row and a missing one", async () => {
    const audit = trail();
    for (const subject of ["1", "2", "3"])
      await audit.noteNow({ actor: "casey", action: "charged", subject });
    const { db } = server.store;
    const kept = await keptHead(server.store);
    expect(await verifyAuditTrail(server.store)).toEqual({
      entries: 3,
      hash: kept.hash,
      broken: undefined,
    });
    await unlock();
    await db.updateTable("audit_entry").set({ actor: "robin" }).where("seq", "=", 2).execute();
    expect(await verifyAuditTrail(server.store)).toMatchObject({
      broken: { seq: 2, fault: "the row was changed" },
    });
    await db.deleteFrom("audit_entry").where("seq", "=", 2).execute();
    expect(await verifyAuditTrail(server.store)).toMatchObject({
      broken: { seq: 3, fault: "a row is missing before it" },
    });
    await db.deleteFrom("audit_entry").where("seq", "=", 3).execute();
    const cut = { broken: { seq: 2, fault: "rows are missing at the end" } };
    expect(await verifyAuditTrail(server.store)).toMatchObject(cut);
    // Truncating the head too is detected with an exported head.
    const { hash } = (await entries())[0] ?? { hash: "" };
    await db.updateTable("audit_head").set({ entries: 1, hash }).execute();
    expect(await verifyAuditTrail(server.store)).toMatchObject({ broken: undefined });
    expect(await verifyAuditTrail(server.store, kept)).toMatchObject(cut);
  });

  it("is never emptied, and no row is replaced", async () => {
    const audit = trail();
    await audit.noteNow({ actor: "casey", action: "charged", subject: "1" });
    const { db, kind } = server.store;
    const row = sql`(seq, at, action, hash) values (1, 1, 'charged', 'x')`;
    const attack =
      kind === "postgres"
        ? sql`truncate audit_entry cascade`
        : sql`insert or replace into audit_entry ${row}`;
    await expect(attack.execute(db)).rejects.toThrow("append-only");
    if (kind === "sqlite")
      await expect(sql`replace into audit_entry ${row}`.execute(db)).rejects.toThrow("append-only");
    // Dropping the triggers and emptying the trail is detected by the head, even after new rows.
    await unlock();
    await db.deleteFrom("audit_entry").execute();
    const missing = { seq: 1, fault: "rows are missing at the end" };
    expect(await verifyAuditTrail(server.store)).toMatchObject({ broken: missing });
    await audit.noteNow({ actor: "casey", action: "charged", subject: "2" });
    expect((await entries()).map(({ seq }) => seq)).toEqual([2]);
    const gap = { seq: 2, fault: "a row is missing before it" };
    expect(await verifyAuditTrail(server.store)).toMatchObject({ broken: gap });
  });

  it("has a head that only the key can write", async () => {
    const auditKey = "a key that is kept elsewhere";
    const store = { ...server.store, auditKey };
    const now = () => new Date(server.clock.now);
    const onFailure = () => undefined;
    await openAuditTrail({ store, now, onFailure }).noteNow({ actor: "casey", action: "charged" });
    expect(await verifyAuditTrail(store)).toMatchObject({ entries: 1, broken: undefined });
    const forged = { fault: "the head is not under AUDIT_KEY" };
    await trail().noteNow({ actor: "casey", action: "charged" });
    expect(await verifyAuditTrail(store)).toMatchObject({ broken: forged });
  });

  it("tells repeats at once, then once a window with count", async () => {
    const audit = trail();
    const minute = 60_000;
    const fail = (remoteAddress: string) =>
      audit.noteRepeated({ actor: undefined, action: "sign-in failed", remoteAddress });
    for (let times = 0; times < 500; times += 1) await fail("192.0.2.1");
    const last = `${new Date(server.clock.now).toISOString().slice(0, 19)}Z`;
    expect((await entries()).map(({ subject }) => subject)).toEqual([null]);
    server.clock.now += 15 * minute;
    await fail("192.0.2.1");
    expect((await entries()).map(({ subject }) => subject)).toEqual([null, `499 more, last ${last}`, null]);
    for (let last = 0; last < 1000; last += 1) await fail(`198.51.100.${last}`);
    const rows = await entries();
    expect(rows.length).toBeLessThan(210);
    expect(rows.at(-1)).toMatchObject({ remoteAddress: null, subject: "many addresses" });
    await audit.noteRepeated({ actor: "casey", action: "access refused" });
    expect((await entries()).at(-1), "strangers hide nobody").toMatchObject({ actor: "casey" });
    await audit.settled();
    expect((await entries()).at(-1)?.subject).toMatch(/^many addresses, 8\d\d more, last 2\S+Z$/);
    const before = (await entries()).length;
    await fail("192.0.2.2");
    server.clock.now -= 24 * 60 * minute;
    await fail("192.0.2.2");
    expect((await entries()).length).toBe(before + 2);
  });

  it("stays one chain when several processes write it at once", async () => {
    const trails = [trail(), trail(), trail()];
    const notes = Array.from({ length: 30 }, (_, index) =>
      trails[index % 3]?.noteNow({ actor: `user${index}`, action: "verified", subject: "I10" }),
    );
    await Promise.all(notes);
    expect(await verifyAuditTrail(server.store)).toMatchObject({ entries: 30, broken: undefined });
  });

  it("holds a charge once it is answered, repeats once more", async () => {
    const headers = { "x-ss-id": await server.signIn() };
    const charge = () =>
      server.post("/api/BillingAutoChargeChargeVisitRequest", samples.chargeVisit, headers);
    expect((await charge()).status).toBe(200);
    expect((await charge()).status).toBe(200);
    const { eventId } = samples.chargeVisit.AutoChargedEvent;
    const noted = (await entries()).filter(({ subject }) => subject?.startsWith(`event:${eventId}`));
    expect(noted.map(({ actor, action, remoteAddress }) => [actor, action, remoteAddress])).toEqual([
      ["casey", expect.stringMatching(/^(charged|withheld)$/), "127.0.0.1"],
      ["casey", "repeated charge", "127.0.0.1"],
    ]);
    const refused = { ...samples.chargeVisit.AutoChargedEvent, eventId: "9".repeat(32) };
    await server.post("/api/BillingAutoChargeChargeVisitRequest", { AutoChargedEvent: refused }, headers);
    expect(await verifyAuditTrail(server.store)).toMatchObject({ broken: undefined });
  });

  it("stays one chain under concurrent charges and changes", async () => {
    const [one, two] = [trail(), trail()];
    const charges = Array.from({ length: 20 }, (_, seed) => buildEvent({ seed: seed + 1 })).map((event) =>
      server.store.events.take({
        eventId: event.eventId,
        visitId: event.visitCharged.visitId,
        practiceId: event.visitCharged.practiceId,
        event,
        invoice: undefined,
        withholdReason: undefined,
        receivedAt: 1,
        receivedFrom: "casey",
      }),
    );
    const others = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : two).noteNow({ actor: `user${index}`, action: "read message" }),
    );
    await Promise.all([...charges, ...others]);
    const list = await entries();
    const subjects = list.flatMap(({ subject }) => subject?.split(" ") ?? []);
    expect(subjects.filter((subject) => subject.startsWith("event:"))).toHaveLength(20);
    expect(new Set(list.map(({ actor }) => actor)).size).toBe(21);
    expect(await verifyAuditTrail(server.store)).toMatchObject({
      entries: list.length,
      broken: undefined,
    });
  });

  it("writes again what could not be written, in its order", async () => {
    const failures: unknown[] = [];
    const { db } = server.store;
    const audit = openAuditTrail({
      store: server.store,
      now: () => new Date(server.clock.now),
      onFailure: (error) => failures.push(error),
    });
    await db.schema.alterTable("audit_entry").renameTo("out_of_reach").execute();
    await expect(audit.noteNow({ actor: "casey", action: "charged", subject: "1" })).rejects.toThrow();
    await db.schema.alterTable("out_of_reach").renameTo("audit_entry").execute();
    await audit.noteNow({ actor: "robin", action: "charged", subject: "2" });
    expect(failures).toHaveLength(1);
    expect((await entries()).map(({ subject }) => subject)).toEqual(["1", "2"]);
  });

  it("has a row of its own for each act", async () => {
    const audit = trail();
    for (const subject of ["I10", "I10", "J06.9"])
      audit.note({ actor: "casey", action: "verified", subject });
    audit.note({ actor: "robin", action: "verified", subject: "I10" });
    await audit.settled();
    expect((await entries()).map(({ seq, actor, subject }) => [seq, actor, subject])).toEqual([
      [1, "casey", "I10"],
      [2, "casey", "I10"],
      [3, "casey", "J06.9"],
      [4, "robin", "I10"],
    ]);
  });

  it("holds sign-ins, failures, charges, checks and sign-outs, by ids", async () => {
    await server.post("/auth", { userName: "casey", password: "wrong" });
    await server.post("/auth", { userName: "a password typed here", password: "x" });
    const key = await server.signIn();
    const headers = { "x-ss-id": key };
    const charged = await server.post(
      "/api/BillingAutoChargeChargeVisitRequest",
      samples.chargeVisit,
      headers,
    );
    expect(charged.status).toBe(200);
    for (const code of ["I10", "John Roe 123-45-678", "123-45-6789"])
      await server.post("/api/DiagnosisVerifyRequest", { code, svcDate: "2026-11-02" }, headers);
    const session = { sessionKey: key, loggedInUser: "casey" };
    const email = { to: ["robin@direct.example"], from: "casey@direct.example", subject: "Secret subject" };
    const sent = await server.post("/DirectMessaging/SendMessage", { ...session, email });
    const forged = { ...email, from: "robin@direct.example" };
    await server.post("/DirectMessaging/SendMessage", { ...session, email: forged });
    const robin = await server.signIn("robin", passwordOfCasey);
    await server.post("/DirectMessaging/GetMessage", {
      sessionKey: robin,
      loggedInUser: "robin",
      messageId: sent.body["messageId"],
    });
    // Another user's message, a list, a foreign key, and a call without a session.
    const peek = { sessionKey: key, loggedInUser: "casey", messageId: 999 };
    await server.post("/DirectMessaging/GetMessage", peek);
    for (let times = 0; times < 5; times += 1)
      await server.post("/DirectMessaging/GetMessageSummaries", session);
    await server.post("/DirectMessaging/GetMessageSummaries", { ...session, sessionKey: "made up" });
    await server.post("/api/DiagnosisVerifyRequest", { code: "I10" });
    await server.post("/auth", { provider: "logout" }, headers);
    const list = await entries();
    expect(list.map(({ actor, action }) => [actor, action])).toEqual(
      expect.arrayContaining([
        ["casey", "sign-in failed"],
        [null, "sign-in failed"],
        ["casey", "signed in"],
        ["casey", expect.stringMatching(/^(charged|withheld)$/)],
        ["casey", "verified"],
        ["casey", "sent message"],
        ["robin", "read message"],
        ["casey", "listed messages"],
        ["casey", "access refused"],
        [null, "access refused"],
        ["casey", "signed out"],
      ]),
    );
    // A hash may have the digits of a code.
    const text = JSON.stringify(list.map(({ hash: _hash, ...entry }) => entry));
    const refused = list.filter(({ action }) => action === "access refused").map(({ subject }) => subject);
    expect(refused).toEqual([
      "SendMessageRequest",
      "message:999",
      "GetMessageSummariesRequest",
      "DiagnosisVerifyRequest",
    ]);
    expect(list.filter(({ action }) => action === "listed messages")).toHaveLength(1);
    const mark = hashOfSessionId(key).slice(0, 12);
    for (const action of ["signed in", "verified", "sent message", "listed messages", "signed out"])
      expect(list.find((entry) => entry.action === action && entry.actor === "casey")?.session).toBe(mark);
    expect(list.find(({ subject }) => subject?.startsWith("event:"))?.session).toBe(mark);
    expect(list.filter(({ subject }) => subject === "no code")).toHaveLength(2);
    for (const secret of ["Secret subject", "a password typed here", key, "wrong", "99213", "Roe", "45-678"])
      expect(text).not.toContain(secret);
    expect(text).toContain(samples.chargeVisit.AutoChargedEvent.visitCharged.visitId);
    expect(await verifyAuditTrail(server.store)).toMatchObject({ broken: undefined });
    server.clock.now += 60_000;
    await server.signIn();
    expect(await entries(server.clock.now)).toHaveLength(1);
  });
});
