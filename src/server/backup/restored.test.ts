import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { makeBackup, restoreBackup } from "./backup.ts";

let folder: string;
const servers: TestServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-restored-"));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(databaseUrl: string) {
  const server = await startTestServer({}, { databaseUrl });
  servers.push(server);
  const by = (key: string) => ({ "x-ss-id": key });
  const ask = (name: string, body: object, key: string) =>
    server.post(`/json/reply/${name}Request`, body, by(key));
  return { ...server, ask };
}

describeOnBothEngines("a restore", (stores) => {
  test("revives no session, link or proof, and holds keys", async () => {
    const url = await stores.fresh();
    const before = await start(url);
    await before.store.users.change("casey", { role: "administrator" });
    const session = await before.signIn();
    const added = await before.ask(
      "AddKey",
      { name: "Rules engine", operations: ["BillingAutoChargeChargeVisitRequest"] },
      session,
    );
    const { key, secret } = added.body as { key: { keyId: number }; secret: string };
    const invited = await before.ask("AddPerson", { userName: "sam" }, session);
    const { link } = invited.body as { link: { secret: string } };
    await before.ask("AddFactor", { kind: "totp" }, session);
    const file = join(folder, "console.backup");
    await makeBackup(url, file);
    const there = await stores.empty();
    await restoreBackup(there, file);

    const after = await start(there);
    expect((await after.ask("Account", {}, session)).status).toBe(401);
    expect((await after.post("/json/reply/WelcomeRequest", { secret: link.secret })).status).toBe(404);
    expect(await after.store.db.selectFrom("factor_challenge").selectAll().execute()).toEqual([]);
    const held = await after.post("/json/reply/ListVisitsRequest", {}, { authorization: `Bearer ${secret}` });
    expect(findRefusal(held.body)).toMatchObject({ errorCode: "KeyHeld" });

    const anew = await after.signIn();
    const people = async () => (await after.ask("ListPeople", {}, anew)).body;
    expect(await people()).toMatchObject({
      restoredAt: expect.any(String),
      people: ["casey", "robin", "sam"].map((userName) => ({ userName, isBeforeRestore: true })),
    });
    const health = async () => JSON.stringify((await after.ask("Health", {}, anew)).body);
    expect(await health()).toContain("1 API key made before the restore wait: “Rules engine”");
    const charge = () =>
      after.post("/AutoChargeEntry/Billing/ChargedVisit", {}, { authorization: `Bearer ${secret}` });
    expect((await charge()).status).toBe(401);
    expect((await after.ask("ConfirmRestored", { keyId: key.keyId }, anew)).status).toBe(200);
    expect((await charge()).status).toBe(400);
    expect(await health()).toMatch(/Restored backup.*look through them under People/);
    expect((await after.ask("ConfirmRestored", {}, anew)).status).toBe(200);
    expect(await people()).not.toHaveProperty("restoredAt");
    expect(await health()).not.toContain("Restored backup");
    await after.stop();
    // Only once: the next start ends nothing.
    const again = await start(there);
    expect((await again.ask("Account", {}, anew)).status).toBe(200);
  });
});
