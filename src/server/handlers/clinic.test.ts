import { afterEach, beforeEach, expect, test } from "vitest";
import { findRefusal } from "#room/server/test-refusal.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

const clinic = {
  name: "Harbor Urgent Care",
  address: "12 Harbor Street\nEastgate, MA 02110",
  phone: "(617) 555-0134",
  taxId: "04-1234567",
};

describeOnBothEngines("the clinic’s own data", (stores) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({}, { databaseUrl: await stores.fresh() });
    await server.store.users.change("casey", { role: "administrator" });
  });
  afterEach(() => server.stop());
  const ask = async (name: string, request: object, as = "casey") => {
    const headers = { authorization: `Bearer ${await server.signIn(as)}` };
    const { status, body } = await server.post(`/json/reply/${name}Request`, request, headers);
    return { status, body, code: findRefusal(body)?.errorCode };
  };

  test("is changed by administrators alone, with a name", async () => {
    const refused = await ask("SaveClinic", { version: 0, clinic }, "robin");
    expect(refused.status).toBe(403);
    const nameless = { version: 0, clinic: { ...clinic, name: " " } };
    expect(await ask("SaveClinic", nameless)).toMatchObject({ status: 400, code: "NotEmpty" });
    expect((await ask("GetClinic", {}, "robin")).body).toEqual({ version: 0, clinic: {} });
  });

  test("is saved, and not over another change", async () => {
    expect((await ask("SaveClinic", { version: 0, clinic })).body).toEqual({ version: 1 });
    expect((await ask("GetClinic", {}, "robin")).body).toEqual({ version: 1, clinic });
    const late = await ask("SaveClinic", { version: 0, clinic: { name: "Other" } });
    expect(late).toMatchObject({ status: 409, code: "ClinicChanged" });
    const { phone: _phone, ...rest } = clinic;
    await ask("SaveClinic", { version: 1, clinic: { ...rest, name: " Harbor " } });
    expect((await ask("GetClinic", {})).body).toEqual({ version: 2, clinic: { ...rest, name: "Harbor" } });
    const rows = await server.store.db
      .selectFrom("audit_entry")
      .select("subject")
      .where("action", "=", "changed clinic")
      .execute();
    expect(rows.map(({ subject }) => subject)).toEqual([
      "changed:name,address,phone,taxId",
      "changed:name,phone",
    ]);
  });

  test("heads the day sheet, and stays on a closed one", async () => {
    await ask("SaveClinic", { version: 0, clinic });
    const day = { dateOf: "charge", from: "2026-11-02", to: "2026-11-02" };
    await ask("CloseDay", { day: day.from });
    await ask("SaveClinic", { version: 1, clinic: { name: "Harbor" } });
    expect((await ask("DaySheet", day)).body).toMatchObject({ clinic: { name: "Harbor" } });
    expect((await ask("DaySheet", { ...day, asClosed: true })).body).toMatchObject({ clinic });
  });
});
