import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { changedSample } from "#room/testing/changed-sample.ts";
import { samples } from "./samples.ts";
import { quickTestOf } from "./quick-test.ts";

describe.each(operationKeys)("the quick test of %s", (key) => {
  const { request } = registry[key];
  const accepts = quickTestOf(request);

  it("is made of its schema, and takes the sample", () => {
    expect(accepts?.(samples[key])).toBe(true);
    expect(accepts?.(null)).toBe(false);
    expect(accepts?.([])).toBe(false);
  });

  it("says what zod says of any change of the sample", () => {
    fc.assert(
      fc.property(changedSample(key), (body) => {
        const zod = request.safeParse(body);
        expect(accepts?.(body)).toBe(zod.success);
        if (zod.success) expect(zod.data).toEqual(body);
      }),
      { numRuns: 300 },
    );
  });

  it("leaves a member that would reach a prototype to zod", () => {
    const hostile: object = JSON.parse(`{"a":1,"__proto__":{"x":1}}`);
    expect(accepts?.(Object.defineProperties(hostile, Object.getOwnPropertyDescriptors(samples[key])))).toBe(
      false,
    );
  });
});

it("takes every event that the schema takes", () => {
  const accepts = quickTestOf(registry.chargeVisit.request);
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const body = { AutoChargedEvent: event };
      expect(accepts?.(body)).toBe(registry.chargeVisit.request.safeParse(body).success);
    }),
    { numRuns: 200 },
  );
});
