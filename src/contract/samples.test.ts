import * as fc from "fast-check";
import { expect, test } from "vitest";
import { operationKeys, registry } from "./registry.ts";
import { autoChargedEvent } from "./schemas/auto-charged-event.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { samples } from "./samples.ts";

test.each(operationKeys)("the sample of %s parses and comes out unchanged", (key) => {
  expect(registry[key].request.parse(samples[key])).toEqual(samples[key]);
});

test("the contract accepts any arbitrary event unchanged", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const text = JSON.stringify(event);
      expect(autoChargedEvent.parse(JSON.parse(text))).toStrictEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test("the contract accepts built events of any size", () => {
  for (const charges of [1, 10, 500])
    expect(
      autoChargedEvent.safeParse(buildEvent({ charges, diagnoses: 12, payments: charges / 5 })).success,
    ).toBe(true);
});
