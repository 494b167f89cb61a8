import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerBound, placeIn } from "./rising-list.ts";

test("finds what a look through the whole list finds", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), fc.nat(32), (given, wanted) => {
      const values = Uint32Array.from(given).toSorted();
      const first = values.findIndex((value) => value >= wanted);
      expect(lowerBound(values, wanted)).toBe(first === -1 ? values.length : first);
      expect(placeIn(values, wanted)).toBe(values.indexOf(wanted));
    }),
  );
});
