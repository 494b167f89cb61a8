import { expect, test } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildGuid, chargeOf, practices, startOfTests, viewer } from "./test-visits.ts";

const count = 260;
const later = startOfTests + 60_000;

describeOnBothEngines("all visits of a list", (stores) => {
  test.each([
    ["amount", false],
    ["received", true],
    ["reason", true],
  ] as const)("are each there once, by %s, though they change", async (sort, isDescending) => {
    const store = await stores.open();
    const many = Array.from({ length: count }, (_, n) =>
      chargeOf(n, n, { isWithheld: true, at: startOfTests + n, reason: `Reason ${1000 + n}` }),
    );
    await Promise.all(many.map((each) => store.events.take(each)));
    const again = (event: number, visit: number, more: Parameters<typeof chargeOf>[2] = {}) =>
      store.events.take(chargeOf(event, visit, { isWithheld: true, at: later, ...more }));
    const order = many.map((_, n) => (isDescending ? count - 1 - n : n));
    const at = (place: number) => order[place] ?? 0;
    const sees = viewer("casey", [practices[0]]);
    const found: string[] = [];
    const states: string[] = [];
    for await (const page of store.visits.all({ filter: {}, sort, isDescending }, sees, later)) {
      found.push(...page.map(({ visit_id }) => visit_id));
      states.push(...page.map(({ state }) => state));
      if (found.length > 250) continue;
      // One that was read comes behind the others, one that was not is the first now, one is charged, and one is elsewhere.
      const [last, first] = isDescending ? ["A", "Z"] : ["Z", "A"];
      const minor = (amount: number) => ({ amount: { currency: "USD", minor: amount } });
      await again(1000, at(3), { ...minor(90_000_000), reason: last });
      await again(1001, at(251), { ...minor(1), reason: first });
      await again(1002, at(252), { isWithheld: false });
      await again(1003, at(253), { practice: practices[1] });
      await store.events.take(chargeOf(1004, count, { isWithheld: true, at: later }));
    }
    const expected = order.filter((n) => n !== at(253)).map((n) => buildGuid(2, n));
    expect(found).toEqual(expected);
    expect(states.filter((state) => state !== "withheld")).toEqual(["charged"]);
  });
});
