import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { contentText, isSameContent } from "./same-content.ts";

const guids = /^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;

/** The same content, spelled differently wherever that is possible. */
function respelled(value: unknown, member: string, turn: () => boolean): unknown {
  if (typeof value === "string") {
    if (/Id$|Pk$/.test(member) && guids.test(value) && turn())
      return `{${value.replaceAll(/[{}]/g, "").toUpperCase()}}`;
    if (member === "createdDate" && /T\d\d:\d\d:\d\d$/.test(value) && turn()) return `${value}.0000000`;
    return member === "currency" && turn() ? value.toLowerCase() : value;
  }
  if (Array.isArray(value)) return value.map((item) => respelled(item, member, turn));
  if (typeof value !== "object" || value === null) return value === 0 && turn() ? -0 : value;
  const members = Object.entries(value).map(([name, part]) => [name, respelled(part, name, turn)] as const);
  const ordered = turn() ? members.toReversed() : members;
  const kept = ordered.filter(([, part]) => part !== null || turn());
  return Object.fromEntries(turn() ? [...kept, ["notGiven", null]] : kept);
}

/** The path of every value. */
function placesOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    placesOf(part, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function changedAt(value: unknown, [head, ...rest]: readonly (string | number)[]): unknown {
  if (head === undefined) return { changed: value };
  if (Array.isArray(value))
    return value.map((item, index) => (index === head ? changedAt(item, rest) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [head]: changedAt(record[head], rest) };
}

test("an event in another spelling is the same event", () => {
  fc.assert(
    fc.property(arbitraryEvent, fc.infiniteStream(fc.boolean()), (event, luck) => {
      const turn = () => luck.next().value === true;
      const other = respelled(event, "", turn);
      expect(isSameContent(event, other)).toBe(true);
      expect(isSameContent(JSON.parse(JSON.stringify(other)), event)).toBe(true);
      expect(contentText(other)).toBe(contentText(event));
    }),
    { numRuns: 150 },
  );
});

test("an event that differs anywhere is another event", () => {
  fc.assert(
    fc.property(arbitraryEvent, fc.nat(), (event, at) => {
      const places = placesOf(event);
      const changed = changedAt(event, places[at % places.length] ?? []);
      expect(isSameContent(event, changed)).toBe(false);
      expect(isSameContent(changed, event)).toBe(false);
      expect(contentText(changed)).not.toBe(contentText(event));
    }),
    { numRuns: 150 },
  );
});

test("the order of a list is content", () => {
  expect(isSameContent({ modifier: ["25", "59"] }, { modifier: ["59", "25"] })).toBe(false);
  expect(isSameContent({ charges: [1, null] }, { charges: [1] })).toBe(false);
});

test("a part is compared under its member's name", () => {
  const [bare, braced] = ["0a".repeat(16), `{${"0A".repeat(16)}}`];
  expect(isSameContent(bare, braced, "payerId")).toBe(true);
  expect(isSameContent(bare, braced, "notes")).toBe(false);
});
