import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { columnsOf } from "./column-choice.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { browserTabs, type SortKey, sortKeys } from "./list-names.ts";
import { browserAddress, nextOrder, type SortedBy } from "./list-search.ts";

const every = browserAddress.read({});

describe("the address of the queue", () => {
  test("comes back as it was written, whatever the view", () => {
    const search = fc.record({
      tab: fc.constantFrom(...browserTabs),
      state: fc.constantFrom("", "draft", "unknown,withheld"),
      reason: fc.constantFrom("", "1a2b"),
      practice: fc.constantFrom("", buildGuid(9, 1)),
      age: fc.constantFrom("", "1", "7", "30"),
      service: fc.constantFrom("", "none", "7", "2026-11-01..2026-11-07"),
      sort: fc.constantFrom(...sortKeys),
      isDescending: fc.boolean(),
    });
    fc.assert(
      fc.property(search, (part) => {
        const view = { ...every, ...part };
        const address = browserAddress.write(view);
        expect(browserAddress.read(JSON.parse(JSON.stringify(address)))).toEqual(view);
      }),
    );
  });

  test("ignores whatever it does not know", () => {
    expect(
      browserAddress.read({
        tab: "x",
        state: "gone,draft",
        sort: ["a"],
        practice: "<script>",
        reason: "Jane Doe",
      }),
    ).toEqual({ ...every, state: "draft" });
  });

  test("holds a reason as a key, never as its words", () => {
    const key = reasonKey("Review for Jane Doe");
    expect(key).toMatch(/^[0-9a-z]{1,13}$/);
    expect(key).toBe(reasonKey(" review for jane doe "));
  });
});

test("clicks order by a column, reverse it, then restore", () => {
  const clicks = (sort: SortKey, times: number) => {
    let order: SortedBy = { sort: "need", isDescending: false };
    for (let click = 0; click < times; click += 1) order = nextOrder(order, sort);
    return order;
  };
  expect(clicks("amount", 1)).toEqual({ sort: "amount", isDescending: true });
  expect(clicks("amount", 2)).toEqual({ sort: "amount", isDescending: false });
  expect(clicks("amount", 3)).toEqual({ sort: "need", isDescending: false });
  // No column claims to be the sort order when it is not.
  expect(
    [...columnsOf("browser"), ...columnsOf("clinic")].filter((column) => column.sort === "need"),
  ).toEqual([]);
});
