import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultConfig } from "#room/api/config-members.ts";
import { setServiceConfig } from "#room/api/service-config.ts";
import { visitFilterObject } from "#room/contract/schemas/visit-filter.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { readAmounts } from "./amount-range.ts";
import { clinicSorts, clinicTabs } from "#room/features/visits/list/list-names.ts";
import { clinicAddress, type ClinicSearch, everything } from "#room/features/visits/list/list-search.ts";
import { filterOf, isDoneTab, searchOf } from "./view-filter.ts";

const guid = fc.integer({ min: 1, max: 99 }).map((index) => buildGuid(9, index));
const orNot = (some: fc.Arbitrary<string>) => fc.oneof(fc.constant(""), some);
const anySearch: fc.Arbitrary<ClinicSearch> = fc.record({
  tab: fc.constantFrom(...clinicTabs),
  state: fc.constantFrom("", "withheld", "refused"),
  reason: orNot(fc.constant(reasonKey("Papers missing"))),
  practice: orNot(guid),
  payer: fc.oneof(orNot(guid), fc.constant("none")),
  provider: orNot(guid),
  service: orNot(fc.constantFrom("today", "7", "2026-11-01..2026-11-07")),
  age: fc.constantFrom("", "1", "7", "30", "2026-11-18", "2026-11-10..", "2026-11-10..2026-11-12"),
  waited: fc.constantFrom("", "0-1", "2-3", "4-7", "8+"),
  amount: orNot(fc.constantFrom("100..", "..50.5", "10..20")),
  who: orNot(fc.constantFrom("me", "free", "dana@clinic")),
  by: orNot(fc.constantFrom("casey", "key: Rules engine")),
  code: orNot(fc.constantFrom("99213", "J1100")),
  without: fc.constantFrom("", "code", "person", "reason"),
  arrived: orNot(fc.constantFrom("2026-11-10..2026-11-12", "2026-11-10..", "..2026-11-12")),
  course: fc.constantFrom("", "first-pass", "held", "corrected"),
  held: orNot(fc.constantFrom("1", "rule:NCCI", `reason:${reasonKey("Papers missing")}`)),
  delay: orNot(fc.constantFrom("0", "1", "2-3", "31+")),
  work: orNot(fc.constantFrom("2026-11-10..2026-11-12 key: Rules engine")),
  currency: orNot(fc.constantFrom("USD", "EUR")),
  payment: orNot(fc.constantFrom("Card|Copay", "|Refund", "|")),
  paid: orNot(fc.constant("2026-11-10..2026-11-12 Card|Copay")),
  paidBy: orNot(fc.constant("a".repeat(32))),
  invoiceBy: orNot(fc.constantFrom("casey", "key: Rules engine")),
  ended: orNot(fc.constantFrom("replaced 2026-11-10..2026-11-12", "voided service 2026-11-10..2026-11-10")),
  sort: fc.constantFrom(...clinicSorts),
  isDescending: fc.boolean(),
});

test("an address names its view, which the service understands", () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const address = clinicAddress.write(search);
      expect(clinicAddress.read(JSON.parse(JSON.stringify(address)))).toEqual(search);
      const filter = filterOf(search, {
        me: "casey",
        today: "2026-11-20",
        reason: "Papers missing",
        heldReason: "Papers missing",
        typed: " pat ",
      });
      expect(visitFilterObject.safeParse(filter).success).toBe(true);
      expect(JSON.stringify(address)).not.toMatch(/Papers|pat/);
      expect(filter.text).toBe("pat");
    }),
  );
  expect(clinicAddress.write(everything)).toEqual(
    clinicAddress.write(clinicAddress.read({ tab: "nonsense", who: "a b" })),
  );
  expect(clinicAddress.read({ amount: ".." }).amount).toBe("");
  const { age, service } = clinicAddress.read({ age: "2026-99-99", service: "2026-02-30..2026-03-01" });
  expect([age, service]).toEqual(["", ""]);
  const facts = { me: "casey", today: "2026-11-20", reason: undefined, typed: "" };
  expect(filterOf({ ...everything, tab: "charged", age: "2026-11-10.." }, facts)).toEqual({
    states: ["charged"],
    receivedDayFrom: "2026-11-10",
    sort: "received",
    isDescending: true,
  });
});

test("days in the address are sent as days", () => {
  const facts = { me: "casey", today: "2026-11-02", reason: undefined, typed: "" };
  const on = (age: string) => filterOf({ ...everything, age }, facts);
  setServiceConfig({ ...defaultConfig, timeZone: "America/New_York" });
  expect(on("2026-11-01")).toMatchObject({ receivedDayFrom: "2026-11-01", receivedDayTo: "2026-11-01" });
  expect(on("2026-11-02..")).not.toHaveProperty("receivedDayTo");
  expect(on("2026-11-02..2026-11-03")).toMatchObject({ receivedDayTo: "2026-11-03" });
  expect(on("1")).toMatchObject({ receivedFrom: "2026-11-01T04:00:00.0000000" });
  setServiceConfig(defaultConfig);
});

test("a saved view restores its address, with the reader's visits", () => {
  const fixed = anySearch.filter((search) => {
    const { age, waited, service, tab, who, state, reason, held, payment, paid } = search;
    // Of what is done the newest first is the order by itself, whichever way it was asked for.
    const isNamed = isDoneTab(tab) && search.isDescending && ["need", "updated"].includes(search.sort);
    const isPlain = age === "" && waited === "" && (service === "" || service.includes(".."));
    return (
      !isNamed &&
      !(payment !== "" && paid !== "") &&
      isPlain &&
      !(tab === "todo" && who !== "") &&
      !(reason !== "" && held !== "") &&
      (state === "" || tab === "todo" || tab === "open" || tab === "later")
    );
  });
  fc.assert(
    fc.property(fixed, (search) => {
      const filter = filterOf(search, {
        me: "casey",
        today: "2026-11-20",
        reason: "Papers missing",
        heldReason: "Papers missing",
        typed: "",
      });
      expect(searchOf(filter, "casey")).toEqual(search);
    }),
  );
});

test("the opening view has mine and nobody's, oldest, largest first", () => {
  const filter = filterOf(everything, {
    me: "casey",
    today: "2026-11-20",
    reason: undefined,
    typed: "",
  });
  expect(filter).toEqual({ takenBy: "casey", isFree: true, isSnoozed: false, sort: "need" });
});

test("amounts are read as typed, or explained when wrong", () => {
  expect(readAmounts("$1,000", "")).toEqual({ range: "1000.." });
  expect(readAmounts("", "99.50")).toEqual({ range: "..99.50" });
  expect(readAmounts("5", "4")).toHaveProperty("to");
  expect(readAmounts("", "")).toHaveProperty("from");
  expect(readAmounts("ten", "")).toHaveProperty("from");
});
