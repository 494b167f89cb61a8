import { expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

const [west, other] = [buildGuid(9, 5), buildGuid(9, 6)];
const day = "2026-11-02";
const [eastern, pacific] = ["America/New_York", "America/Los_Angeles"];

type Key = keyof typeof registry;

describeOnBothEngines("charges of closed days", (stores) => {
  async function clinic(databaseUrl: string, timeZone = eastern) {
    const server = await startTestServer({ CLINIC_TIME_ZONE: timeZone }, { databaseUrl });
    const ask = async (key: Key, request: object) => {
      const session = { authorization: `Bearer ${await server.signIn()}` };
      return server.post(`/json/reply/${registry[key].name}`, request, session);
    };
    let version = await server.store.directory.version();
    const save = async (...changes: (readonly [entries: object[], removed?: object[]])[]) => {
      const codes: unknown[] = [];
      for (const [entries, removed = []] of changes) {
        const { body } = await ask("saveDirectory", { version, entries, removed });
        if (typeof body["version"] === "number") version = body["version"];
        codes.push(body["version"] ? "saved" : Object.values(body)[0]);
      }
      return codes;
    };
    /** Charged in the evening of that day in New York, if not at another time. */
    const charge = async (seed: number, practiceId: string, at = "2026-11-03T04:30:00Z") => {
      server.clock.now = Date.parse(at);
      const event = buildEvent({ seed, visit: { practiceId } });
      expect((await ask("chargeVisit", { AutoChargedEvent: event })).body).toEqual({ result: true });
    };
    const close = async (practiceId?: string) => {
      server.clock.now = Date.parse("2026-11-04T09:00:00Z");
      const { status } = await ask("closeDay", { day, practiceId });
      expect(status).toBe(200);
    };
    const totals = async (practiceId: string) => {
      const asked = { from: day, to: day, practiceId };
      return (await ask("getDaySheet", asked)).body["totals"];
    };
    return { server, ask, save, charge, close, totals };
  }

  const practice = (id: string, timeZone?: string, more = {}) => ({
    kind: "practice",
    id,
    name: id === west ? "West" : "Other",
    ...(timeZone && { timeZone }),
    ...more,
  });
  const refused = expect.objectContaining({
    errorCode: "ClosedDayMoved",
    message: expect.stringMatching(/ closed days: 11\/02\/2026\. .* can’t be opened again/),
  });

  test("stay there when a practice’s time zone is changed", async () => {
    const { server, save, charge, close, totals } = await clinic(await stores.fresh());
    try {
      // Before midnight in New York and after it; the second is of that day further west.
      await charge(1, west);
      await charge(2, west, "2026-11-03T06:30:00Z");
      await charge(3, other);
      await close(west);
      const before = await totals(west);
      expect(await save([[practice(west, pacific)]])).toEqual([refused]);
      expect(await save([[practice(other, "Europe/Paris")]])).toEqual(["saved"]);
      // Nor by what it is merged into, or the end of that.
      const merged = practice(west, undefined, { mergedInto: buildGuid(9, 7) });
      const same = practice(buildGuid(9, 7), "America/Toronto");
      const there = practice(buildGuid(9, 7), pacific);
      expect(await save([[merged, there]], [[merged, same]], [[there]])).toEqual([refused, "saved", refused]);
      expect(await save([[], [{ kind: "practice", id: buildGuid(9, 7) }]])).toEqual(["saved"]);
      expect(await totals(west)).toEqual(before);
    } finally {
      await server.stop();
    }
  });

  test("of all practices stay there, and so do voids", async () => {
    const { server, ask, save, charge, close } = await clinic(await stores.fresh());
    try {
      await charge(1, west, "2026-11-02T15:00:00Z");
      server.clock.now = Date.parse("2026-11-03T04:30:00Z");
      const request = { visitId: buildGuid(2, 1), invoiceNumber: 1, reason: "Twice" };
      expect((await ask("voidInvoice", request)).status).toBe(200);
      expect(await save([[practice(west, "Europe/Paris")]], [[practice(west)]])).toEqual(["saved", "saved"]);
      await close();
      expect(await save([[practice(west, pacific)]])).toEqual(["saved"]);
      expect(await save([[practice(west, "Europe/Paris")]])).toEqual([refused]);
    } finally {
      await server.stop();
    }
  });

  test("stay there when the clinic’s time zone is changed", async () => {
    const url = await stores.fresh();
    const before = await clinic(url);
    await before.charge(1, other);
    await before.charge(2, west, "2026-11-03T06:30:00Z");
    expect(await before.save([[practice(west, eastern)]])).toEqual(["saved"]);
    await before.close(west);
    await before.server.stop();
    const meanwhile = await clinic(url, pacific);
    // What is no practice has no clock, whatever its id.
    const third = practice(buildGuid(9, 7));
    const payer = { kind: "payer", id: west, name: "Payer" };
    const gone = { kind: "payer", id: west };
    expect(await meanwhile.save([[payer, third]], [[practice(third.id, eastern)]])).toEqual([
      "saved",
      "saved",
    ]);
    expect(await meanwhile.save([[third], [gone]])).toEqual(["saved"]);
    await meanwhile.server.stop();
    const again = await clinic(url);
    await again.close();
    const sheet = await again.totals(other);
    await again.server.stop();
    await expect(clinic(url, "UTC")).rejects.toThrow(/CLINIC_TIME_ZONE .* America\/New_York/);
    const after = await clinic(url);
    expect(await after.totals(other)).toEqual(sheet);
    await after.server.stop();
  });
});
