import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.store.users.change("robin", { role: "auditor" });
  key = await server.signIn("robin");
});

afterAll(() => server.stop());

function ask(name: string, request: object) {
  return server.post(`/json/reply/${name}Request`, request, { "x-ss-id": key });
}

test("the trail is read by filter, and holds that reading", async () => {
  await server.post("/auth", { userName: "casey", password: "wrong" });
  await server.signIn("casey");
  const { body } = await ask("ListAuditEntries", { actor: "CASEY", action: "signed in" });
  expect(body).toMatchObject({ entries: [{ actor: "casey", action: "signed in" }] });
  expect(body).not.toHaveProperty("nextBefore");
  const read = await ask("ListAuditEntries", { action: "read trail" });
  expect(read.body).toMatchObject({ entries: [{ actor: "robin" }] });
  const none = await ask("ListAuditEntries", { to: "2001-01-01T00:00:00" });
  expect(none.body["entries"]).toEqual([]);
});

test("a CSV or NDJSON export is audited without its terms", async () => {
  const csv = await ask("ExportAuditEntries", { format: "csv", subject: "Jane Doe" });
  expect(csv.body["text"]).toBe("seq,at,actor,action,subject,remoteAddress,session\r\n");
  const whole = await ask("ExportAuditEntries", { format: "csv", before: 1e9 });
  expect(whole.body["text"]).not.toContain("seq,at");
  expect(whole.body["text"]).toMatch(/^\d+,2026-11-02T09:00:00\.000Z,robin,/);
  const lines = String((await ask("ExportAuditEntries", { format: "ndjson" })).body["text"]).trim();
  const rows = lines.split("\n").map((line): unknown => JSON.parse(line));
  expect(rows[0]).toMatchObject({ actor: "robin", action: "exported trail", subject: "csv" });
  expect(lines).not.toContain("Jane");
});

test("the chain is verified in parts, and breaks are reported", async () => {
  const good = await ask("CheckAuditTrail", {});
  expect(good.body).toMatchObject({ isDone: true });
  expect(good.body).not.toHaveProperty("fault");
  const { entries, hash } = good.body;
  await server.signIn("casey");
  const onwards = await ask("CheckAuditTrail", { entries, hash });
  expect(Number(onwards.body["entries"])).toBeGreaterThan(Number(entries));
  const another = await ask("CheckAuditTrail", { entries, hash: "0".repeat(64) });
  expect(another.body).toMatchObject({ brokenAt: Number(entries) + 1, fault: "the row was changed" });
  await sql`drop trigger audit_entry_no_update`.execute(server.store.db);
  await sql`update audit_entry set actor = 'nobody' where seq = 3`.execute(server.store.db);
  const broken = await ask("CheckAuditTrail", {});
  expect(broken.body).toMatchObject({ brokenAt: 3, fault: "the row was changed", isDone: true });
});
