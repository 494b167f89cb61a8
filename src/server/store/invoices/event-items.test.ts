import { expect, test } from "vitest";
import type { Charge, VisitCharged } from "#room/contract/schemas/auto-charged-event.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { itemsOf } from "./event-items.ts";
import { lineRows, paymentRows } from "./invoice-rows.ts";

const [payer, provider, key] = [buildGuid(5, 0xa), buildGuid(4, 0xb), buildGuid(3, 0xc)];
const spelled = (guid: string) => `{${guid.toUpperCase()}}`;
const money = (amount: number, currency = "USD") => ({ currency, amount });
const charge: Charge = { cpt: "99213", quantity: 2, charge: money(8.2, "usd") };
const none = { visitId: buildGuid(2, 1), practiceId: buildGuid(9, 1), charges: [charge] };
const itemsWith = (changes: Partial<VisitCharged>) => itemsOf({ ...none, ...changes });
const bare = { lineNumber: 1, cpt: "99213", modifier: [], quantity: 2, amount: money(8.2) };

test("a line has what its charge says, nothing else", () => {
  const absent = { modifier: null, paid: null, arAmount: null, billtoPayer: null, indicatedBy: null };
  const zeros = { providerId: "0".repeat(32), payerId: "" };
  for (const row of [charge, { ...charge, ...absent, ...zeros }, { ...charge, payerId: null }])
    expect(itemsWith({ charges: [row] }).lines).toStrictEqual([
      { ...bare, billtoPayer: false, diagnoses: [] },
    ]);
  const full = {
    ...charge,
    modifier: ["25"],
    paid: money(1, "usd"),
    arAmount: money(7.2, "usd"),
    providerId: spelled(provider),
    payerId: spelled(payer),
    billtoPayer: true,
  };
  expect(itemsWith({ charges: [full] }).lines).toStrictEqual([
    {
      ...bare,
      modifier: ["25"],
      paid: money(1),
      arAmount: money(7.2),
      providerId: provider,
      payerId: payer,
      billtoPayer: true,
      diagnoses: [],
    },
  ]);
});

test("lines are numbered without those not billed", () => {
  const charges = [{ ...charge, billable: false }, { ...charge, cpt: "87880", billable: null }, charge];
  const { lines } = itemsWith({ charges });
  expect(lines.map(({ lineNumber, cpt }) => [lineNumber, cpt])).toEqual([
    [1, "87880"],
    [2, "99213"],
  ]);
});

test("a link's own code counts before that of its key", () => {
  const diagnosis = [
    { diagCodePk: key, icd10DiagCode: "J02.9" },
    { diagCodePk: key, icd10DiagCode: "R05.9" },
  ];
  const links = [
    { diagCodePk: spelled(key) },
    { diagCodePk: key, icd10DiagCode: "E11.9" },
    {},
    { diagCodePk: payer },
  ];
  const charges = [{ ...charge, indicatedBy: links }];
  expect(itemsWith({ diagnosis, charges }).lines[0]?.diagnoses).toEqual(["J02.9", "E11.9"]);
  for (const none of [null, [{ icd10DiagCode: "I10" }]])
    expect(itemsWith({ diagnosis: none, charges }).lines[0]?.diagnoses).toEqual(["E11.9"]);
});

test("a payment without an amount is none", () => {
  expect(itemsWith({ payments: null }).payments).toEqual([]);
  const payments = [
    { paymentType: "Card", paymentCategory: "Copay", payerId: spelled(payer), amount: money(20, "usd") },
    { paymentType: "Cash" },
    { paymentType: "", paymentCategory: null, payerId: null, amount: money(-5) },
  ];
  expect(itemsWith({ payments }).payments).toStrictEqual([
    { paymentType: "Card", paymentCategory: "Copay", payerId: payer, amount: money(20) },
    { amount: money(-5) },
  ]);
});

test("the date of service is the day the visit began", () => {
  const dateOf = (createdOn: string | null) => itemsWith({ createdOn }).serviceDate;
  expect(["2026-11-02T23:30:00-05:00", "0001-01-01T00:00:00", "", null].map(dateOf)).toEqual([
    "2026-11-02",
    "",
    "",
    "",
  ]);
  expect(itemsWith({}).serviceDate).toBe("");
});

test("a row of a line has cents and real codes", () => {
  const line = { ...bare, amount: money(120.1), billtoPayer: true, diagnoses: [] };
  const row = {
    invoice_number: 7,
    line: 1,
    provider_id: "",
    payer_id: "",
    code: "99213",
    modifiers: "",
    units: 2,
    amount_minor: 12_010,
    paid_minor: 0,
    ar_minor: 12_010,
  };
  const given = { paid: money(20), providerId: provider, payerId: payer, cpt: " j1100 " };
  const modifier = [" rt ", "patient Smith", "5", "25"];
  expect(
    lineRows(7, [line, { ...line, ...given, modifier }, { ...line, arAmount: money(1), cpt: "Smith J." }]),
  ).toEqual([
    row,
    {
      ...row,
      provider_id: provider,
      payer_id: payer,
      code: "J1100",
      modifiers: "RT 25",
      paid_minor: 2000,
      ar_minor: 10_010,
    },
    { ...row, code: "", ar_minor: 100 },
  ]);
  expect(
    lineRows(7, [
      { ...line, cpt: "x99213" },
      { ...line, cpt: "992133" },
    ]).map(({ code }) => code),
  ).toEqual(["", ""]);
});

test("a row of a payment has its words cut short", () => {
  const long = ` ${"x".repeat(200)}`;
  const payments = [
    { amount: money(20) },
    { amount: money(-0.05), payerId: payer, paymentType: long, paymentCategory: " Copay " },
  ];
  const row = { invoice_number: 7, payment: 1, payer_id: "", type: "", category: "", amount_minor: 2000 };
  expect(paymentRows(7, payments)).toEqual([
    row,
    { ...row, payment: 2, payer_id: payer, type: "x".repeat(100), category: "Copay", amount_minor: -5 },
  ]);
});
