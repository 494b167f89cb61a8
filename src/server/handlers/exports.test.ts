import { request as httpRequest, type IncomingMessage } from "node:http";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { buildCharge, buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ask, casey, charge, robin, server, withheld, serverOfEach } from "./test-visits.ts";

serverOfEach();
import { invoiceOfEvent } from "./invoice-of-event.ts";

const visitsPath = "/json/reply/ExportVisitsRequest";
const linesPath = "/json/reply/ExportInvoiceLinesRequest";
const [ours, theirs] = [buildGuid(9, 1), buildGuid(9, 2)];
const today = { dateOf: "charge", from: "2026-11-02", to: "2026-11-02" };

/** The rows of a file without quoted line breaks. */
const rowsOf = (text: string) => text.trimEnd().split("\r\n");

async function exported(path: string, request: object, as = casey) {
  const { status, text, headers } = await server.post(path, request, as);
  expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  return rowsOf(text);
}

async function trail() {
  const rows = await server.store.db.selectFrom("audit_entry").selectAll().orderBy("seq").execute();
  return rows.flatMap(({ action, subject }) => (action === "exported list" ? [subject] : []));
}

test("a clerk exports nothing", async () => {
  await server.store.users.change("robin", { role: "clerk" });
  for (const key of ["exportVisits", "exportInvoiceLines"] as const) {
    const { status, refusal } = await ask(key, today, robin);
    expect([status, refusal?.errorCode]).toEqual([403, "Forbidden"]);
  }
  expect(await trail()).toEqual([]);
});

test("only one’s practices are exported", async () => {
  await charge(1, {}, { practiceId: ours });
  await charge(2, {}, { practiceId: theirs });
  await server.store.users.change("robin", { practices: [ours] });
  const as = { authorization: `Bearer ${await server.signIn("robin")}` };
  for (const [path, request] of [
    [visitsPath, { states: ["charged"] }],
    [linesPath, today],
  ] as const) {
    const [head, ...rows] = await exported(path, request, as);
    expect(head).toContain("Practice ID");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.includes(ours) && !row.includes(theirs))).toBe(true);
    const { status } = await server.post(path, { ...request, practiceId: theirs }, as);
    expect(status).toBe(403);
  }
});

test("visits have the columns asked for, without formulas", async () => {
  await charge(1, { ...withheld, withholdReason: '=cmd|"/c calc"' });
  await charge(2, withheld);
  const columns = ["reason", "state", "amount"];
  expect(await exported(visitsPath, { columns, sort: "reason", text: "linked to no" })).toEqual([
    "\uFEFFVisit ID,Event ID,State,Issue,Currency,Amount",
    `${buildGuid(2, 2)},${buildGuid(1, 2)},withheld,Charge 2 is linked to no diagnosis,USD,233.35`,
  ]);
  const [, row] = await exported(visitsPath, { columns: ["reason"], sort: "reason" });
  expect(row).toBe(`${buildGuid(2, 1)},${buildGuid(1, 1)},"'=cmd|""/c calc"""`);
  expect(await trail()).toEqual(["visits text=…", "visits text=…: 1 rows", "visits", "visits: 2 rows"]);
});

test("each line is a row, also of replaced invoices", async () => {
  await charge(1);
  const event = buildEvent({ seed: 3, visit: { visitId: buildGuid(2, 1) } });
  const charges = [buildCharge(7, [], { cpt: "99215", charge: { currency: "USD", amount: 300.5 } })];
  event.visitCharged.charges = charges;
  const request = { autoChargedEvent: event, replacesInvoice: 1, reason: "Level" };
  const corrected = await ask("correctVisit", request);
  expect(corrected.status).toBe(200);
  const [head = "", ...rows] = await exported(linesPath, today);
  const titles = head.replace("\uFEFF", "").split(",");
  const cells = rows.map((row) => {
    const values = row.split(",");
    return Object.fromEntries(titles.map((title, at) => [title, values[at]]));
  });
  const after = cells.filter(({ Invoice }) => Invoice === "2");
  expect(cells[0]).toMatchObject({ Invoice: "1", State: "replaced", "Replaced by": "2", Line: "1" });
  expect(after).toMatchObject([
    { State: "standing", Replaces: "1", "Day charged": "2026-11-02", "Charged by": "casey", Code: "99215" },
  ]);
  expect(after[0]).toMatchObject({ Currency: "USD", Amount: "300.50" });
  // As the lists name what the directory does not.
  const { "Practice ID": practiceId = "", "Payer ID": payerId = "" } = after[0] ?? {};
  expect(after[0]).toMatchObject({ Practice: shortGuid(practiceId), Payer: shortGuid(payerId) });
  expect(await exported(linesPath, { ...today, code: "99215" })).toHaveLength(2);
  const { status } = await server.post(linesPath, { ...today, to: "2030-01-01" }, casey);
  expect(status).toBe(400);
});

test("a list saved by the console is in the trail", async () => {
  const { status } = await ask("noteExport", { list: "payers", rows: 3 });
  expect(status).toBe(200);
  expect(await trail()).toEqual(["payers: 3 rows"]);
});

test("a read that fails breaks the connection", async () => {
  await charge(1);
  await sql`update invoice set lines = 'no JSON'`.execute(server.store.db);
  await expect(server.post(linesPath, today, casey)).rejects.toThrow("aborted");
  await expect
    .poll(trail)
    .toContain("invoice-lines dateOf=charge from=2026-11-02 to=2026-11-02: 0 rows, failed");
});

describeOnBothEngines("a long export", (stores) => {
  test("waits for its reader, and holds nobody else", async () => {
    const url = await stores.fresh();
    const running = await startTestServer({ DATABASE_URL: url }, { databaseUrl: url });
    const { store, port } = running;
    const [visits, lines] = [1500, 50];
    await Promise.all(
      Array.from({ length: visits }, async (_, seed) => {
        const charges = Array.from({ length: lines }, (_each, at) => buildCharge(at, []));
        const event = buildEvent({ seed, visit: { visitId: buildGuid(2, seed), charges } });
        const { visitId, practiceId } = event.visitCharged;
        const invoice = invoiceOfEvent(event.visitCharged);
        const amount = { currency: invoice.currency, minor: invoice.totalMinor };
        const about = { eventId: event.eventId, visitId, practiceId, event, invoice, amount };
        return store.events.take({
          ...about,
          withholdReason: undefined,
          receivedAt: running.clock.now + seed,
          receivedFrom: "casey",
        });
      }),
    );
    let taken = 0;
    const all = store.chargedInvoices;
    store.chargedInvoices = async function* (scope) {
      for await (const page of all(scope)) {
        taken += page.length;
        yield page;
      }
    };
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${await running.signIn()}`,
    };
    const begin = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const options = { port, host: "127.0.0.1", path: linesPath, method: "POST", headers, agent: false };
        httpRequest(options, resolve).on("error", reject).end(JSON.stringify(today));
      });
    const stalled = [await begin(), await begin()];
    const third = await begin();
    expect(third.statusCode).toBe(503);
    for (let round = 0; round < 20; round += 1) {
      const { status } = await running.post("/json/reply/ListVisitsRequest", { limit: 5 }, headers);
      expect(status).toBe(200);
    }
    const whileStalled = taken;
    expect(whileStalled).toBeLessThan(2 * visits);
    for (const answer of stalled) answer.destroy();
    const stopped = store.db.selectFrom("audit_entry").select("subject").where("subject", "like", "%stopped");
    await expect.poll(async () => (await stopped.execute()).length).toBe(2);
    expect(taken).toBeLessThan(2 * visits);
    let rows = 0;
    let ahead = 0;
    taken = 0;
    for await (const part of await begin()) {
      rows += String(part).split("\n").length - 1;
      ahead = Math.max(ahead, taken - Math.floor(rows / lines));
    }
    expect(rows).toBe(1 + visits * lines);
    // Nor is the file held while it is read.
    expect(ahead).toBeLessThan(visits);
    await running.stop();
  }, 120_000);
});
