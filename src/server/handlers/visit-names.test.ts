import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findRefusal } from "#room/server/test-refusal.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

const secret = randomBytes(32).toString("base64");

describeOnBothEngines("what stands for a visit", (stores) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ DATA_KEY: secret }, { databaseUrl: await stores.fresh() });
    await server.store.users.change("casey", { role: "administrator" });
  });
  afterEach(() => server.stop());
  const ask = async (name: string, request: object, as = "casey") => {
    const headers = { authorization: `Bearer ${await server.signIn(as)}` };
    const { status, body } = await server.post(`/json/reply/${name}`, request, headers);
    return { status, body, refusal: findRefusal(body) };
  };
  const choose = async (visitNaming: string, visitMember = "") => {
    const { body } = await ask("GetClinicRequest", {});
    const clinic = { name: "Harbor", visitNaming, visitMember };
    return ask("SaveClinicRequest", { version: body["version"], clinic });
  };
  const send = (seed: number, audit: object, visit: object) =>
    ask("BillingAutoChargeChargeVisitRequest", { AutoChargedEvent: buildEvent({ seed, audit, visit }) });
  const names = async (as = "casey") => {
    const states = ["withheld", "refused", "charged"];
    const { body } = await ask("ListVisitsRequest", { states }, as);
    // Of our own answer, which the wire tests check.
    const visits = body["visits"] as { visitId: string; name?: string }[];
    return Object.fromEntries(visits.map(({ visitId, name }) => [visitId.slice(-1), name]));
  };

  test("is the id, its end, the invoice, or the practice", async () => {
    await send(1, { canAutoCharge: true }, {});
    await send(2, { canAutoCharge: false }, {});
    expect(await names()).toEqual({ 1: undefined, 2: undefined });
    await choose("invoice");
    expect(await names()).toEqual({ 1: "Invoice 1", 2: undefined });
    await choose("last-four");
    expect((await names())[2]).toBe("…0002");
    await choose("practice");
    const { visitCharged } = buildEvent({ seed: 1 });
    const entries = [
      { kind: "practice", id: visitCharged.practiceId, name: "Eastgate", timeZone: "Asia/Tokyo" },
    ];
    await ask("SaveDirectoryRequest", { version: 0, entries });
    expect((await names())[1]).toBe("Eastgate, 11/2/26, 6:00 PM");
  });

  test("is a member of the event, whatever became of it", async () => {
    await send(1, { canAutoCharge: true }, { accountNumber: "ACCT-1" });
    await send(2, { canAutoCharge: false }, { accountNumber: 42 });
    await send(3, { canAutoCharge: true }, { accountNumber: "ACCT-3", charges: [] });
    await send(4, { canAutoCharge: false }, { accountNumber: { no: "text" } });
    await choose("member", "visitCharged.accountNumber");
    expect(await names()).toEqual({ 1: "ACCT-1", 2: "42", 3: "ACCT-3", 4: undefined });
    const visitId = buildGuid(2, 2);
    expect((await ask("GetVisitRequest", { visitId })).body).toMatchObject({ visit: { name: "42" } });
    expect((await ask("TakeVisitRequest", { visitId })).body).toMatchObject({ visit: { name: "42" } });
    const next = await ask("TakeNextVisitRequest", {}, "robin");
    expect(next.body).toHaveProperty("visit");
    const rows = await server.store.db.selectFrom("visit").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("ACCT");
    await choose("member", "visitCharged.constructor");
    expect((await names())[1]).toBeUndefined();
  });

  test("is not a path that names nothing", async () => {
    for (const path of ["", "visitCharged..x", "a b", "x".repeat(101)]) {
      const { status, refusal } = await choose("member", path);
      expect(status, path).toBe(400);
      expect(refusal?.errors?.[0]?.fieldName, path).toBe("clinic.visitMember");
    }
    expect((await choose("nothing")).status).toBe(400);
  });
});
