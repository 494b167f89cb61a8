import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { samples } from "#room/testing/samples.ts";
import { quickTestOf } from "./quick-test.ts";

/** The sample with one place of it, picked by the numbers, put to something else. */
function changed(value: unknown, [at = 0, ...rest]: readonly number[], other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const names = Object.keys(value);
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined || rest.length === 0) return other;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(Object(copy), name, changed(Reflect.get(value, name), rest, other));
  return copy;
}

const other = fc.oneof(
  // A member of this name is always left to zod, as a case of its own says below.
  fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__")),
  fc.constantFrom(
    null,
    undefined,
    "",
    "x".repeat(1001),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0.001,
    "EUR",
    [],
  ),
);

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
      fc.property(fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }), other, (path, value) => {
        const body = changed(structuredClone(samples[key]), path, value);
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
