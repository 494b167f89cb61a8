import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { samples } from "#room/testing/samples.ts";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";
import { type AuditEntry } from "./audit-entry.ts";
import { auditEntries, openAuditTrail, verifyAuditTrail } from "./audit-trail.ts";

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

/** Takes the triggers away, as one who owns the database file can. */
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

  it("shows a row that was changed, and one that is missing", async () => {
    const audit = trail();
    for (const subject of ["1", "2", "3"])
      await audit.noteNow({ actor: "casey", action: "charged", subject });
    const { db } = server.store;
    const { head } = await verifyAuditTrail(db);
    expect(await verifyAuditTrail(db)).toEqual({ entries: 3, head, broken: undefined });
    await unlock();
    await db.updateTable("audit_entry").set({ actor: "robin" }).where("seq", "=", 2).execute();
    expect(await verifyAuditTrail(db)).toMatchObject({ broken: { seq: 2, fault: "the row was changed" } });
    await db.deleteFrom("audit_entry").where("seq", "=", 2).execute();
    expect(await verifyAuditTrail(db)).toMatchObject({
      broken: { seq: 3, fault: "a row is missing before it" },
    });
    await db.deleteFrom("audit_entry").where("seq", "=", 3).execute();
    expect((await verifyAuditTrail(db)).head).not.toBe(head);
  });

  it("stays one chain when several processes write it at once", async () => {
    const trails = [trail(), trail(), trail()];
    const notes = Array.from({ length: 30 }, (_, index) =>
      trails[index % 3]?.noteNow({ actor: `user${index}`, action: "verified", subject: "I10" }),
    );
    await Promise.all(notes);
    expect(await verifyAuditTrail(server.store.db)).toMatchObject({ entries: 30, broken: undefined });
  });

  it("holds a charge as soon as it is answered, once for each event and once more for a repeat", async () => {
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
    expect(await verifyAuditTrail(server.store.db)).toMatchObject({ broken: undefined });
  });

  it("stays one chain when charges and other deeds are written at once", async () => {
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
    expect(await verifyAuditTrail(server.store.db)).toMatchObject({
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

  it("gathers what one user does at once into one row", async () => {
    const audit = trail();
    for (const subject of ["I10", "I10", "J06.9"])
      audit.note({ actor: "casey", action: "verified", subject });
    audit.note({ actor: "robin", action: "verified", subject: "I10" });
    await audit.settled();
    expect((await entries()).map(({ seq, actor, subject }) => [seq, actor, subject])).toEqual([
      [1, "casey", "I10×2 J06.9"],
      [2, "robin", "I10"],
    ]);
  });

  it("holds who signed in, failed, charged, verified and signed out, by ids alone", async () => {
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
    await server.post("/api/DiagnosisVerifyRequest", { code: "I10", svcDate: "2026-11-02" }, headers);
    const session = { sessionKey: key, loggedInUser: "casey" };
    const email = { to: ["robin@direct.example"], from: "casey@direct.example", subject: "Secret subject" };
    const sent = await server.post("/DirectMessaging/SendMessage", { ...session, email });
    const robin = await server.signIn("robin", passwordOfCasey);
    await server.post("/DirectMessaging/GetMessage", {
      sessionKey: robin,
      loggedInUser: "robin",
      messageId: sent.body["messageId"],
    });
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
        ["casey", "signed out"],
      ]),
    );
    const text = JSON.stringify(list);
    for (const secret of ["Secret subject", "a password typed here", key, "wrong", "99213"])
      expect(text).not.toContain(secret);
    expect(text).toContain(samples.chargeVisit.AutoChargedEvent.visitCharged.visitId);
    expect(await verifyAuditTrail(server.store.db)).toMatchObject({ broken: undefined });
    server.clock.now += 60_000;
    await server.signIn();
    expect(await entries(server.clock.now)).toHaveLength(1);
  });
});
