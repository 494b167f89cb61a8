import fc from "fast-check";
import type { OperationKey } from "#room/contract/registry.ts";
import { samples } from "#room/contract/samples.ts";

/** The sample with one place, chosen by the numbers, replaced by another value. */
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
  // Members of this name are left to zod, which a separate case below covers.
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

/** An operation's sample request with any one place replaced by any value. */
export function changedSample(key: OperationKey): fc.Arbitrary<unknown> {
  const path = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 });
  return fc
    .tuple(path, other)
    .map(([places, value]) => changed(structuredClone(samples[key]), places, value));
}
