import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

let server: TestServer;
let casey: Record<string, string>;
let robin: Record<string, string>;

beforeEach(async () => {
  server = await startTestServer();
  casey = { authorization: `Bearer ${await server.signIn("casey")}` };
  await server.store.users.change("robin", { role: "clerk" });
  robin = { authorization: `Bearer ${await server.signIn("robin")}` };
});
afterEach(() => server.stop());

async function ask(key: keyof typeof registry, request: object, as = casey) {
  const { status, body } = await server.post(`/json/reply/${registry[key].name}`, request, as);
  return { status, body, refusal: body["responseStatus"] as Record<string, unknown> | undefined };
}

const id = buildGuid(12, 1);
const payer = { kind: "payer", id: id.toUpperCase(), name: "Harbor Mutual" };

describe("the directory on the wire", () => {
  test("is read by all, changed by right, and audited", async () => {
    expect(await ask("saveDirectory", { version: 0, entries: [payer] })).toMatchObject({
      body: { version: 1 },
    });
    expect((await ask("listDirectory", {})).body).toMatchObject({
      version: 1,
      isWhole: true,
      entries: [{ kind: "payer", id, name: "Harbor Mutual" }],
    });
    expect((await ask("listDirectory", { since: 1 }, robin)).body).toEqual({
      version: 1,
      isWhole: false,
      entries: [],
      removed: [],
    });
    expect(await ask("saveDirectory", { version: 1, entries: [payer] }, robin)).toMatchObject({
      status: 403,
      refusal: { errorCode: "Forbidden" },
    });
    expect(await ask("saveDirectory", { version: 0, entries: [payer] })).toMatchObject({
      status: 409,
      refusal: { errorCode: "DirectoryChanged" },
    });
    expect((await server.post("/json/reply/DirectoryRequest", {})).status).toBe(401);
    const rows = await server.store.db
      .selectFrom("audit_entry")
      .select(["action", "subject", "actor"])
      .where("action", "=", "changed directory")
      .execute();
    expect(rows).toEqual([
      { action: "changed directory", actor: "casey", subject: expect.stringContaining("payer:") },
    ]);
  });

  test("is changed only within one's own practices", async () => {
    const practice = (seed: number, more = {}) => ({
      kind: "practice",
      id: buildGuid(9, seed),
      name: `Practice ${seed}`,
      ...more,
    });
    const fee = (seed: number, practiceId?: string) => ({
      kind: "fee",
      id: buildGuid(13, seed),
      code: "99213",
      amount: { currency: "USD", amount: 128 },
      activeFrom: "2026-01-01",
      practiceId,
    });
    const [ours, theirs] = [buildGuid(9, 2), buildGuid(9, 1)];
    const { kind, id: theirFee, activeFrom } = fee(1);
    await ask("saveDirectory", {
      version: 0,
      entries: [practice(1), practice(2), fee(1, theirs), fee(2, ours), fee(3), payer],
    });
    await server.store.users.change("robin", { role: "lead" });
    await server.store.users.change("robin", { practices: [ours] });
    const lead = { authorization: `Bearer ${await server.signIn("robin")}` };
    const refused = [
      { entries: [practice(1, { timeZone: "America/Denver" })] },
      { entries: [practice(1, { name: "Ours" })] },
      { entries: [practice(1, { mergedInto: ours })] },
      { entries: [practice(2, { mergedInto: theirs.toUpperCase() })] },
      { entries: [practice(3)] },
      { entries: [fee(2, ours), fee(1, ours)] },
      // Another price from another day, under the ID of a fee that is not theirs.
      { entries: [{ ...fee(1, ours), activeFrom: "2027-01-01" }] },
      { entries: [{ ...fee(3, ours), activeFrom: "2027-01-01" }] },
      { entries: [{ ...payer, kind: "provider", id: buildGuid(14, 9), practiceId: theirs }] },
      { entries: [{ ...fee(4), practiceId: `{${theirs.toUpperCase()}}` }] },
      { entries: [fee(1)] },
      { entries: [], removed: [{ kind: "practice", id: theirs.toUpperCase() }] },
      { entries: [], removed: [{ kind, id: theirFee, activeFrom }] },
      { entries: [], removed: [practice(1)] },
      // What is of all practices.
      { entries: [{ ...fee(3), amount: { currency: "USD", amount: 1 } }] },
      { entries: [fee(5)] },
      { entries: [fee(2)] },
      { entries: [fee(3, ours)] },
      { entries: [], removed: [{ kind, id: buildGuid(13, 3), activeFrom }] },
      { entries: [{ ...payer, name: "Harbor" }] },
      { entries: [{ ...payer, id: buildGuid(14, 8), mergedInto: payer.id }] },
      { entries: [], removed: [payer] },
      { entries: [practice(1)], removed: [{ kind: "practice", id: theirs }, payer] },
    ];
    for (const change of refused)
      expect(
        await ask("saveDirectory", { version: 1, ...change }, lead),
        JSON.stringify(change),
      ).toMatchObject({
        status: 403,
        refusal: { errorCode: "OutsideYourPractices" },
      });
    const entries = [
      practice(1),
      practice(2, { name: "Ours" }),
      fee(1, theirs),
      payer,
      { ...payer, id: buildGuid(14, 8), name: "Harbor" },
      fee(3),
    ];
    const removed = [{ kind, id: buildGuid(13, 2), activeFrom }];
    expect(await ask("saveDirectory", { version: 1, entries, removed }, lead)).toMatchObject({
      body: { version: 2 },
    });
    expect(
      await ask("saveDirectory", { version: 1, entries: [practice(1, { name: "" })] }, lead),
    ).toMatchObject({
      status: 400,
    });
    expect(await ask("saveDirectory", { version: 3, entries: [practice(2)] }, lead)).toMatchObject({
      status: 409,
      refusal: { errorCode: "DirectoryChanged" },
    });
  });

  test("takes as many fees as the console sends at once", async () => {
    const entries = Array.from({ length: 4000 }, (_, index) => ({
      kind: "fee",
      id: buildGuid(13, index),
      name: "A long description of a code that a clinic wrote itself ".repeat(3),
      shortName: "short",
      code: "99213",
      modifiers: ["25", "LT", "QW", "59"],
      payerId: id,
      practiceId: id,
      activeFrom: "2026-01-01",
      activeTo: "2026-12-31",
      amount: { currency: "USD", amount: 128 },
    }));
    expect(await ask("saveDirectory", { version: 0, entries })).toMatchObject({ body: { version: 1 } });
  });

  test("refuses an invalid entry, naming the member", async () => {
    const fee = { kind: "fee", id, code: "99213", amount: { currency: "USD", amount: 128 } };
    const wrong = [
      [{ ...payer, name: " " }, "entries[0].name", "NotEmpty"],
      [{ ...payer, kind: "clinic" }, "entries[0].kind", "Predicate"],
      [{ ...payer, mergedInto: id }, "entries[0].mergedInto", "Equal"],
      [{ ...payer, kind: "provider", npi: "1234567890" }, "entries[0].npi", "RegularExpression"],
      [{ ...payer, activeFrom: "2026-02-30" }, "entries[0].activeFrom", "InvalidDate"],
      [
        { ...payer, activeFrom: "2026-02-02", activeTo: "2026-02-01" },
        "entries[0].activeTo",
        "GreaterThanOrEqual",
      ],
      [{ ...fee, code: "" }, "entries[0].code", "NotEmpty"],
      [{ ...fee, amount: { currency: "XXZ", amount: 1 } }, "entries[0].amount.currency", "RegularExpression"],
      [{ ...fee, amount: { currency: "USD", amount: -1 } }, "entries[0].amount", "GreaterThanOrEqual"],
      [{ ...fee, amount: { currency: "USD", amount: 1.234 } }, "entries[0].amount.amount", "ScalePrecision"],
    ] as const;
    for (const [entry, fieldName, errorCode] of wrong) {
      const { status, refusal } = await ask("saveDirectory", { version: 0, entries: [entry] });
      expect([status, refusal?.["errors"]]).toEqual([
        400,
        [expect.objectContaining({ fieldName, errorCode })],
      ]);
    }
    expect((await ask("saveDirectory", { version: 0, entries: [fee] })).status).toBe(200);
  });

  test("lists unnamed ids by use, within one's own practices", async () => {
    for (const seed of [1, 2])
      await ask("chargeVisit", { AutoChargedEvent: buildEvent({ seed, charges: 1 }) });
    const { body } = await ask("listUnnamed", {});
    const seen = body["seen"] as { kind: string; id: string; count: number }[];
    expect(body["visits"]).toBe(2);
    expect(new Set(seen.map(({ kind }) => kind))).toEqual(new Set(["practice", "payer", "provider", "fee"]));
    // A fee with the code and price that most lines have.
    const { feeId = "", cpt, charge } = buildEvent({ charges: 1 }).visitCharged.charges[0] ?? {};
    const cheaper = { ...buildEvent({ seed: 3, charges: 2 }) };
    cheaper.visitCharged.charges = cheaper.visitCharged.charges.map((line) => ({
      ...line,
      feeId,
      charge: { currency: "USD", amount: 90 },
    }));
    await ask("chargeVisit", { AutoChargedEvent: cheaper });
    expect((await ask("listUnnamed", {})).body).toMatchObject({
      visitsForFees: 3,
      seen: expect.arrayContaining([{ kind: "fee", id: feeId, count: 3, code: cpt, amount: charge }]),
    });
    const counts = seen.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    const known = seen.find(({ kind }) => kind === "practice");
    await ask("saveDirectory", {
      version: 0,
      entries: [{ kind: "practice", id: known?.id, name: "Main Street" }],
    });
    const after = (await ask("listUnnamed", {})).body["seen"] as { kind: string; id: string }[];
    expect(after.some(({ kind, id: left }) => kind === "practice" && left === known?.id)).toBe(false);
    await server.store.users.change("robin", { role: "lead" });
    await server.store.users.change("robin", { practices: [buildGuid(99, 9)] });
    const other = { authorization: `Bearer ${await server.signIn("robin")}` };
    expect((await ask("listUnnamed", {}, other)).body).toMatchObject({
      visits: 0,
      visitsForFees: 0,
      seen: [],
    });
  });
});
