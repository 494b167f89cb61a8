import fc from "fast-check";
import { expect, test } from "vitest";
import { accept } from "#room/contract/accept.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { autoChargedEvent } from "./auto-charged-event.ts";

function roundTrip(text: string): string {
  const accepted = accept(autoChargedEvent, JSON.parse(text));
  if (!accepted.ok) throw new Error(JSON.stringify(accepted.issues));
  return JSON.stringify(accepted.value);
}

test("any accepted event serializes to what came in, unchanged", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const text = JSON.stringify(event);
      expect(roundTrip(text)).toBe(text);
    }),
  );
});

test("the schema only puts known members first", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      expect(autoChargedEvent.parse(event)).toEqual(event);
    }),
  );
});

test("unknown members named like object internals are kept safely", () => {
  const text = `{"__proto__":{"polluted":true},"constructor":1,"eventId":"${"1".repeat(32)}","visitCharged":{"visitId":"${"2".repeat(32)}","practiceId":"${"3".repeat(32)}","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":1}}]},"audit":{}}`;
  expect(roundTrip(text)).toBe(text);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
