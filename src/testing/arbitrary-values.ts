import * as fc from "fast-check";
import { amountOfMinor } from "#room/contract/primitives/money.ts";

/* Any event the contract accepts: members absent or null, members unknown to the interface, odd numbers, text in every
   script. Values are limited to JSON: no -0, only finite numbers. */

const hex = fc.constantFrom(..."0123456789abcdef");
const digits32 = fc
  .array(hex, { minLength: 32, maxLength: 32 })
  .map((parts) => parts.join(""))
  .filter((text) => !/^0+$/.test(text));

/** A GUID in any accepted form. */
export const arbitraryGuid = digits32.chain((text) => {
  const cuts = [0, 8, 12, 16, 20] as const;
  const hyphenated = cuts.map((start, index) => text.slice(start, cuts[index + 1] ?? 32)).join("-");
  return fc.constantFrom(text, text.toUpperCase(), hyphenated, `{${hyphenated}}`);
});

export const anyText = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 20 }));
export const oddNumber = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1e21, 5e-324))
  .map((value) => (Object.is(value, -0) ? 0 : value));
const date = fc
  .date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true })
  .map((value) => value.toISOString());
export const wireDateTime = fc.oneof(
  date.map((text) => `${text.slice(0, 23)}4567`),
  date.map((text) => text.slice(0, 19)),
  date,
  fc.constant("0001-01-01T00:00:00.0000000"),
);
export const isoDate = fc.oneof(
  wireDateTime,
  date.map((text) => text.slice(0, 10)),
);

/** Additions by a service: any JSON under names the interface does not have. */
const unknownMembers = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 12 }).map((name) => `x-${name}`),
  fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
  { maxKeys: 2 },
);

type Members = Record<string, fc.Arbitrary<unknown>>;

/** An object that has its `required` members; the others may be absent or null. */
export function record(required: Members, others: Members): fc.Arbitrary<Record<string, unknown>> {
  const optional = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, fc.option(value, { nil: null, freq: 6 })]),
  );
  return fc
    .tuple(
      fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) }),
      fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: unknownMembers, weight: 1 }),
    )
    .map(([known, unknown]) => ({ ...known, ...unknown }));
}

export function moneyIn(currency: string) {
  return record(
    {
      currency: fc.constantFrom(currency, currency.toLowerCase()),
      amount: fc
        .integer({ min: -1_000_000, max: 100_000_000 })
        .map((units) => amountOfMinor(units, currency)),
    },
    {},
  );
}
