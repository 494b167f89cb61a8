import { expect, test } from "vitest";
import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import { buildCharge, buildGuid } from "#room/testing/builders.ts";
import { ask, casey, charge, robin, server, visitId, withheld, serverOfEach } from "./test-visits.ts";
import { termsOf } from "./text-meaning.ts";

serverOfEach();

const today = "2026-11-23";
const [harbor, harborOld, north] = [buildGuid(5, 1), buildGuid(5, 2), buildGuid(9, 1)];
const names = new DirectoryIndex([
  { kind: "payer", id: harbor, name: "Harbor Health Plan" },
  { kind: "payer", id: harborOld, name: "Harbour Hlth", mergedInto: harbor },
  { kind: "practice", id: north, name: "North Urgent Care" },
]);

const people = ["casey", "robin"];
const none = { partyIds: [], practiceIds: [], people: [] };

test.each([
  ["harbor", [{ ...none, partyIds: [harbor, harborOld] }]],
  ["urgent", [{ ...none, practiceIds: [north] }]],
  ["11/02/2026", [{ ...none, serviceDates: ["2026-11-02"] }]],
  ["Nov 17", [{ ...none, serviceDates: ["2026-11-17"] }]],
  ["$1,150.50", [{ ...none, amount: { amount: 1150.5, mark: "$", isWhole: false } }]],
  ["150", [{ ...none, amount: { amount: 150, mark: "", isWhole: true } }]],
  ["withheld", [{ ...none, states: ["withheld"] }]],
  ["h", [none]],
  ["inv 12 urgent", [{ invoiceNumber: 12 }, { ...none, practiceIds: [north] }]],
  ["papers missing", [none, none]],
  ["Robin", [{ ...none, people: ["robin"] }]],
])("%s means what the list shows by it", (text, meanings) => {
  expect(termsOf(text, today, { names, people }).map(({ text: _text, ...meaning }) => meaning)).toEqual(
    meanings,
  );
});

test.each([
  ["harbor", 50, 50],
  ["harbor", 51, 0],
  ["harbor 50", 51, 1],
])("“%s” of %d such names means %d", (text, count, meant) => {
  const payers = Array.from({ length: count }, (_, index) => ({
    kind: "payer" as const,
    id: buildGuid(5, index + 1),
    name: `Harbor ${index}`,
  }));
  expect(termsOf(text, today, { names: new DirectoryIndex(payers), people: [] })[0]?.partyIds).toHaveLength(
    meant,
  );
});

test("a list says what of each visit the text found", async () => {
  await charge(1, withheld);
  await charge(2);
  const states = ["withheld", "charged"];
  const { visits } = (await ask("listVisits", { states })).body as {
    visits: { visitId: string; state: string }[];
  };
  const [open, charged] = states.map((state) => visits.find((each) => each.state === state)?.visitId ?? "");
  await ask("noteVisit", { visitId: open, text: "Blue folder" });
  const found = async (text: string) => {
    const { matches = [] } = (await ask("listVisits", { states, text })).body as {
      matches?: { visitId: string; matched: string[] }[];
    };
    return new Map(matches.map(({ visitId, matched }) => [visitId, matched]));
  };
  expect(await found("")).toEqual(new Map());
  expect(await found("Invoice 1")).toEqual(new Map([[charged, ["invoice"]]]));
  expect(await found("blue")).toEqual(new Map([[open, ["words"]]]));
  expect((await found("Casey")).get(charged ?? "")).toEqual(["person"]);
  expect((await found("casey")).get(open ?? "")).toEqual(["person"]);
  expect(await found("blue withheld")).toEqual(new Map([[open, ["words", "state"]]]));
  expect(await found("99213")).toEqual(
    new Map([
      [open, ["words"]],
      [charged, ["code"]],
    ]),
  );
  expect((await found(open ?? "")).get(open ?? "")).toEqual(["id"]);
  expect((await found("11/02/2026")).get(charged ?? "")).toEqual(["serviceDate"]);
  expect((await found("$233.35")).size).toBe(2);
  expect((await found("linked")).get(open ?? "")).toEqual(["reason"]);
});

/** A visit with one line of that amount. */
const chargeOf = (seed: number, currency: string, amount: number, audit: object = {}) =>
  charge(seed, audit, {
    charges: [buildCharge(0, [], { charge: { currency, amount }, arAmount: null, paid: null })],
    payments: [],
  });

test("an amount is found in the digits of its currency", async () => {
  await chargeOf(1, "JPY", 1500, withheld);
  await chargeOf(2, "KWD", 1.5);
  await chargeOf(3, "USD", 1500);
  await chargeOf(4, "USD", 1500.65);
  const found = async (text: string) => {
    const { body } = await ask("listVisits", { states: visitState.options, text });
    const { visits, matches = [] } = body as {
      visits: { amount: { currency: string } }[];
      matches?: { matched: string[] }[];
    };
    for (const { matched } of matches) expect(matched).toEqual(["amount"]);
    return visits.map(({ amount }) => amount.currency).toSorted();
  };
  for (const whole of ["1,500", "1500"]) expect(await found(whole)).toEqual(["JPY", "USD", "USD"]);
  expect(await found("1,500.65")).toEqual(["USD"]);
  expect(await found("1.500")).toEqual(["KWD"]);
  expect(await found("$1,500.00")).toEqual(["USD"]);
  expect(await found("¥1,500")).toEqual(["JPY"]);
  expect(await found("KWD 1.500")).toEqual(["KWD"]);
  expect(await found("¥1.50")).toEqual([]);
});

test("the filters of figures find just their visits", async () => {
  await charge(1);
  await chargeOf(2, "EUR", 1500);
  const [billed, other, third] = [buildGuid(4, 71), buildGuid(4, 72), buildGuid(4, 73)];
  const line = (index: number, providerId: string, billable: boolean) =>
    buildCharge(index, [], { providerId, billable });
  await charge(
    3,
    {},
    { charges: [line(0, billed, true), line(1, other, false), line(2, third, true)], payments: [] },
  );
  const found = async (filter: object) =>
    (await ask("listVisits", { states: ["charged", "voided"], ...filter })).body["total"];
  expect(await found({ currency: "EUR" })).toBe(1);
  expect(await found({ payment: "Card|Copay" })).toBe(1);
  expect(await found({ payment: "Card|" })).toBe(0);
  expect(await found({ providerId: billed })).toBe(1);
  expect(await found({ providerId: other })).toBe(0);
  expect(await found({ providerId: billed, code: "99213" })).toBe(1);
  expect(await found({ providerId: billed, code: "71046" })).toBe(0);
  const ended = {
    endedAs: "voided",
    endedDateOf: "service",
    endedDayFrom: "2026-11-02",
    endedDayTo: "2026-11-02",
  };
  expect(await found(ended)).toBe(0);
  await ask("voidInvoice", { visitId, invoiceNumber: 1, reason: "Twice" });
  expect(await found(ended)).toBe(1);
  expect(await found({ ...ended, endedAs: "replaced" })).toBe(0);
  expect(await found({ ...ended, endedDayFrom: "2026-11-03", endedDayTo: "2026-11-03" })).toBe(0);
});

test("a voided visit is found like any other", async () => {
  await charge(1);
  await ask("voidInvoice", { visitId, invoiceNumber: 1, reason: "Blue folder" });
  const entry = { kind: "practice" as const, id: buildGuid(9, 0), name: "Harbor Clinic" };
  await server.store.directory.save({ entries: [entry], removed: [] }, { after: 0 });
  for (const text of ["11/02/2026", "233.35", "harbor", "Invoice 1", "casey", "99213", "voided", "folder"]) {
    const { body } = await ask("listVisits", { states: visitState.options, text });
    expect(body["total"], text).toBe(1);
  }
});

test("other people’s visits are found with the right alone", async () => {
  await charge(1);
  await server.store.users.change("robin", { role: "clerk" });
  const found = async (request: object) => {
    const { status, body } = await ask("listVisits", { states: ["charged"], ...request }, robin);
    return status === 200 ? body["total"] : status;
  };
  expect(await found({ text: "casey" })).toBe(0);
  expect(await found({ text: "99213" })).toBe(1);
  expect(await found({ chargedBy: "casey" })).toBe(403);
  expect(await found({ workedBy: "casey" })).toBe(403);
  expect(await found({ chargedBy: "Robin" })).toBe(0);
  expect((await ask("takeNextVisit", { workedBy: "casey" }, robin)).status).toBe(403);
  const view = { viewId: buildGuid(10, 1), name: "Casey’s", filter: { workedBy: "casey" }, isShared: true };
  expect((await ask("saveVisitView", view)).status).toBe(200);
  const views = async (as = casey) => (await ask("listVisitViews", { withTotals: true }, as)).body["views"];
  expect(await views()).toHaveLength(1);
  expect(await views(robin)).toEqual([]);
});

test("what the list shows is found by typing it", async () => {
  await charge(1, withheld);
  await charge(2);
  await charge(3, { ...withheld, withholdReason: "1 of 2 papers missing" }, { createdOn: "2026-11-03" });
  const { body } = await ask("listVisits", { states: ["withheld", "charged"] });
  const [shown] = (body["visits"] as { state: string; payerIds: string[]; invoiceNumber?: number }[]).filter(
    ({ state }) => state === "charged",
  );
  const entry = { kind: "payer" as const, id: shown?.payerIds[0] ?? "", name: "Harbor Health Plan" };
  await server.store.directory.save({ entries: [entry], removed: [] }, { after: 0 });
  const found = async (text: string) => {
    const answer = await ask("listVisits", { states: ["withheld", "charged"], text });
    return (answer.body["visits"] as { state: string }[]).map(({ state }) => state).toSorted();
  };
  expect(await found(`Invoice ${shown?.invoiceNumber}`)).toEqual(["charged"]);
  expect(await found("harbor health")).toContain("charged");
  expect(await found("11/02/2026")).toEqual(["charged", "withheld"]);
  expect(await found("Nobody’s")).toEqual([]);
  // Words of several kinds together: all must be found.
  expect(await found("harbor withheld papers")).toEqual(["withheld"]);
  expect(await found(`Invoice ${shown?.invoiceNumber} 11/02/2026`)).toEqual(["charged"]);
  expect(await found(`Invoice ${shown?.invoiceNumber} papers`)).toEqual([]);
  expect(await found("99213 harbor")).toEqual(["charged", "withheld", "withheld"]);
  expect(await found("99213 charged")).toEqual(["charged"]);
  expect(await found("99999 harbor")).toEqual([]);
});
