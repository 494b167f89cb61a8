import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultConfig } from "#room/api/config-members.ts";
import { setServiceConfig } from "#room/api/service-config.ts";
import { visitFilterObject } from "#room/contract/schemas/visit-filter.ts";
import { reasonKey } from "#room/features/visits/queue/situation.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { readAmounts } from "./amount-range.ts";
import type { ClinicSearch } from "./clinic-search.ts";
import { clinicSorts, clinicTabs, everything, readClinicSearch, writeClinicSearch } from "./clinic-search.ts";
import { filterOf, searchOf } from "./view-filter.ts";

const guid = fc.integer({ min: 1, max: 99 }).map((index) => buildGuid(9, index));
const orNot = (some: fc.Arbitrary<string>) => fc.oneof(fc.constant(""), some);
const anySearch: fc.Arbitrary<ClinicSearch> = fc.record({
  tab: fc.constantFrom(...clinicTabs),
  state: fc.constantFrom("", "withheld", "refused"),
  reason: orNot(fc.constant(reasonKey("Papers missing"))),
  practice: orNot(guid),
  payer: orNot(guid),
  provider: orNot(guid),
  service: orNot(fc.constantFrom("today", "7", "2026-11-01..2026-11-07")),
  age: fc.constantFrom("", "1", "7", "30", "2026-11-18", "2026-11-10.."),
  waited: fc.constantFrom("", "0-1", "2-3", "4-7", "8+"),
  amount: orNot(fc.constantFrom("100..", "..50.5", "10..20")),
  who: orNot(fc.constantFrom("me", "free", "dana@clinic")),
  sort: fc.constantFrom(...clinicSorts),
  isDescending: fc.boolean(),
});

test("an address names its view, which the service understands", () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const address = writeClinicSearch(search);
      expect(readClinicSearch(JSON.parse(JSON.stringify(address)))).toEqual(search);
      const filter = filterOf(search, {
        me: "casey",
        today: "2026-11-20",
        reason: "Papers missing",
        typed: " pat ",
      });
      expect(visitFilterObject.safeParse(filter).success).toBe(true);
      expect(JSON.stringify(address)).not.toMatch(/Papers|pat/);
      expect(filter.text).toBe("pat");
    }),
  );
  expect(writeClinicSearch(everything)).toEqual(
    writeClinicSearch(readClinicSearch({ tab: "nonsense", who: "a b" })),
  );
  expect(readClinicSearch({ amount: ".." }).amount).toBe("");
  const { age, service } = readClinicSearch({ age: "2026-99-99", service: "2026-02-30..2026-03-01" });
  expect([age, service]).toEqual(["", ""]);
  const facts = { me: "casey", today: "2026-11-20", reason: undefined, typed: "" };
  expect(filterOf({ ...everything, tab: "charged", age: "2026-11-10.." }, facts)).toEqual({
    states: ["charged"],
    receivedFrom: "2026-11-10T00:00:00.0000000",
    sort: "need",
  });
});

test("a day in the address is the clinic's day", () => {
  const facts = { me: "casey", today: "2026-11-02", reason: undefined, typed: "" };
  const on = (age: string) => filterOf({ ...everything, age }, facts);
  setServiceConfig({ ...defaultConfig, timeZone: "America/New_York" });
  expect(on("2026-11-01")).toMatchObject({
    receivedFrom: "2026-11-01T04:00:00.0000000",
    receivedTo: "2026-11-02T05:00:00.0000000",
  });
  expect(on("2026-11-02..")).toMatchObject({ receivedFrom: "2026-11-02T05:00:00.0000000" });
  expect(on("1")).toMatchObject({ receivedFrom: "2026-11-01T04:00:00.0000000" });
  setServiceConfig(defaultConfig);
});

test("a saved view restores its address, with the reader's visits", () => {
  const fixed = anySearch.filter(({ age, waited, service, tab, who, state }) => {
    const isPlain = age === "" && waited === "" && (service === "" || service.includes(".."));
    return (
      isPlain &&
      !(tab === "todo" && who !== "") &&
      (state === "" || tab === "todo" || tab === "open" || tab === "later")
    );
  });
  fc.assert(
    fc.property(fixed, (search) => {
      const filter = filterOf(search, {
        me: "casey",
        today: "2026-11-20",
        reason: "Papers missing",
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
