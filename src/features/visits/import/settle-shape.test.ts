import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { accept } from "#room/contract/accept.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { describePath } from "#room/billing/field-names.ts";
import { eventFromDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { draftFromEvent } from "#room/features/visits/editor/draft/draft-from-event.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { readValue } from "./read-event.ts";

const good = buildEvent({ charges: 2, diagnoses: 2 });
const { visitCharged: visit } = good;
const [first, second] = visit.charges;

function read(value: unknown) {
  const result = readValue(value);
  if (!result.ok) throw new Error(result.faults.map(({ message }) => message).join(" "));
  return result;
}

/** Where something prevents a draft, in the words shown to users. */
function faultsOf(value: unknown): string[] {
  const { event } = read(value);
  return scrub(event)
    .filter(({ severity }) => severity === "block")
    .map(({ path }) => describePath(path));
}

describe("wrong content comes in as a draft, faults at cells", () => {
  const charges = (changes: object) => ({
    ...good,
    visitCharged: { ...visit, charges: [first, { ...second, ...changes }] },
  });
  test.each<[string, unknown, string]>([
    ["a quantity of 0", charges({ quantity: 0 }), "Charge 2 › Quantity"],
    ["no procedure code", charges({ cpt: undefined }), "Charge 2 › Procedure"],
    ["a provider that is no GUID", charges({ providerId: "dr-smith" }), "Charge 2 › Provider"],
    ["a missing amount", charges({ charge: { currency: "USD" } }), "Charge 2 › Charge"],
    ["an amount in words", charges({ charge: { currency: "USD", amount: "ten" } }), "Charge 2 › Charge"],
    ["a practice that is no GUID", { ...good, visitCharged: { ...visit, practiceId: "x" } }, "Practice"],
    ["a date that is none", { ...good, visitCharged: { ...visit, createdOn: "banana" } }, "Date of service"],
    ["an event id that is no GUID", { ...good, eventId: "abc" }, "Event"],
    ["no charges", { ...good, visitCharged: { ...visit, charges: null } }, "Charges"],
  ])("%s", (_name, value, place) => {
    expect(faultsOf(value).join()).toContain(place);
    expect(summariseEvent(read(value).event).blocking).toBeGreaterThan(0);
  });

  test("a fault that only the contract knows stops it too", () => {
    const { event } = read({ ...good, audit: { ...good.audit, stopProcessing: "perhaps" } });
    expect(summariseEvent(event)).toMatchObject({
      blocking: 1,
      problem: "Stop processing can’t be read",
    });
  });
});

test("the same value in another type needs no correction", () => {
  const { event } = read({
    ...good,
    visitCharged: {
      ...visit,
      charges: [
        { ...first, cpt: Number(first?.cpt), quantity: "1", modifier: "25 59" },
        { ...second, charge: { currency: "USD", amount: "24.50" }, billable: "true" },
      ],
      diagnosis: visit.diagnosis?.map((row) => ({ ...row, priority: String(row.priority) })),
    },
  });
  expect(accept(autoChargedEvent, event).ok).toBe(true);
  expect(event.visitCharged?.charges?.[0]).toMatchObject({
    cpt: first?.cpt,
    quantity: 1,
    modifier: ["25", "59"],
  });
});

test("a missing event id is given, stable per event", () => {
  const { eventId: _none, ...nameless } = good;
  const given = read(nameless).event.eventId;
  expect(given).toMatch(/^[0-9a-f]{32}$/);
  expect(read(structuredClone(nameless)).event.eventId).toBe(given);
  const { eventId: _other, ...other } = buildEvent({ seed: 5 });
  expect(read(other).event.eventId).not.toBe(given);
});

test.each([
  ["a list where the visit should be", { ...good, visitCharged: [visit] }, /“visitCharged” must hold fields/],
  [
    "charges that are a word",
    { ...good, visitCharged: { ...visit, charges: "none" } },
    /This must be a list/,
  ],
  ["a charge that is a word", { ...good, visitCharged: { ...visit, charges: [first, "x"] } }, /no fields/],
  ["no visit", { eventId: good.eventId, audit: good.audit }, /no visit in it/],
  ["a number", 7, /isn’t a visit/],
])("%s is refused with its place", (_name, value, words) => {
  const result = readValue(value);
  expect(result.ok ? "" : result.faults[0]?.message).toMatch(words);
});

test("whatever a member holds, the draft is usable or refused", () => {
  const paths = (value: unknown, at: readonly string[] = []): string[][] => {
    if (typeof value !== "object" || value === null) return [[...at]];
    return [[...at], ...Object.entries(value).flatMap(([name, member]) => paths(member, [...at, name]))];
  };
  const damaged = fc
    .tuple(
      arbitraryEvent,
      fc.infiniteStream(fc.nat()),
      fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }),
    )
    .map(([event, where, values]) => {
      const copy: unknown = JSON.parse(JSON.stringify(event));
      for (const value of values) {
        const all = paths(copy).filter((path) => path.length > 0);
        const path = all[(where.next().value ?? 0) % all.length] ?? [];
        const holder: unknown = path
          .slice(0, -1)
          .reduce<unknown>((part, name) => Reflect.get(Object(part), name), copy);
        Reflect.set(Object(holder), path.at(-1) ?? "", structuredClone(value));
      }
      return copy;
    });
  fc.assert(
    fc.property(damaged, (value) => {
      const result = readValue(value);
      if (!result.ok) {
        expect(result.faults[0]?.message).not.toBe("");
        return;
      }
      const summary = summariseEvent(result.event);
      expect(accept(autoChargedEvent, result.event).ok || summary.blocking > 0).toBe(true);
      const { draft, source } = draftFromEvent(result.event);
      expect(eventFromDraft(draft, source)).toEqual(result.event);
    }),
    { numRuns: 400 },
  );
});
