import fc from "fast-check";
import { expect, test } from "vitest";
import { accept } from "#room/contract/accept.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { faultsOf } from "#room/contract/find-issues.ts";
import { autoChargedEvent } from "./auto-charged-event.ts";

function roundTrip(text: string): string {
  const accepted = accept(autoChargedEvent, JSON.parse(text));
  if (!accepted.ok) throw new Error(JSON.stringify(accepted.issues));
  return JSON.stringify(accepted.value);
}

test("any accepted event serializes to what came in, unchanged", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const text = JSON.stringify(event);
      expect(roundTrip(text)).toBe(text);
    }),
  );
});

test("the schema only puts known members first", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      expect(autoChargedEvent.parse(event)).toEqual(event);
    }),
  );
});

test("unknown members named like object internals are kept safely", () => {
  const text = `{"__proto__":{"polluted":true},"constructor":1,"eventId":"${"1".repeat(32)}","visitCharged":{"visitId":"${"2".repeat(32)}","practiceId":"${"3".repeat(32)}","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":1}}]},"audit":{}}`;
  expect(roundTrip(text)).toBe(text);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("what cannot be printed is refused where invoices have it", () => {
  const eventWith = (charge: object, visit: object = {}) => ({
    eventId: "1".repeat(32),
    visitCharged: {
      visitId: "2".repeat(32),
      practiceId: "3".repeat(32),
      charges: [{ cpt: "99213", quantity: 1, charge: { currency: "USD", amount: 1 }, ...charge }],
      ...visit,
    },
    audit: {},
  });
  const pathsOf = (event: object) =>
    faultsOf(autoChargedEvent, event).issues.map(({ path, code }) => `${path.slice(1).join(".")} ${code}`);
  for (const bad of [
    "99\u0000213",
    "99\ud800",
    "\udc00A",
    "A\u001bB",
    "A\nB",
    "A\u007fB",
    "A\u0085B",
    "A\u202eB",
    "A\u2066",
  ]) {
    const diagnosis = { icd9DiagCode: bad, icd10DiagCode: bad, snomed: bad };
    const charge = { cpt: bad, modifier: ["25", bad], indicatedBy: [diagnosis] };
    const payments = [{ paymentType: bad, paymentCategory: bad, notes: `A\u0000${bad}` }];
    expect(pathsOf(eventWith(charge, { diagnosis: [diagnosis], payments }))).toEqual(
      [
        "charges.0.cpt",
        "charges.0.modifier.1",
        ...["charges.0.indicatedBy.0", "diagnosis.0"].flatMap((at) =>
          ["icd9DiagCode", "icd10DiagCode", "snomed"].map((name) => `${at}.${name}`),
        ),
        "payments.0.paymentType",
        "payments.0.notes",
        "payments.0.paymentCategory",
      ].map((path) => `${path} RegularExpression`),
    );
  }
  for (const unseen of [
    "99\u200b213",
    "99213\u00ad",
    "\u200f99213",
    "99\ufeff213",
    "99213\ufeff",
    "99213\r\n",
  ]) {
    const charge = { cpt: unseen, modifier: [unseen], indicatedBy: [{ icd10DiagCode: unseen }] };
    const payments = [{ paymentType: unseen, notes: unseen }];
    expect(pathsOf(eventWith(charge, { payments })), unseen).toHaveLength(4);
  }
  const good = { cpt: " 99213 ", modifier: ["😀", "É"] };
  expect(pathsOf(eventWith(good, { payments: [{ notes: "One\r\n\tTwo 😀" }] }))).toEqual([]);
});
