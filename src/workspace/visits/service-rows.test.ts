import { expect, test } from "vitest";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { ServiceVisits } from "./service-visits.ts";

const visitId = buildGuid(2, 1);

function row(changeNumber: number, takenUntil: string) {
  return buildVisitRow(1, { visitId, changeNumber, state: "withheld", takenBy: "casey", takenUntil });
}

function serviceVisits() {
  return new ServiceVisits({
    userName: "casey",
    serviceNow: () => Date.parse("2026-11-18T07:00:00Z"),
    setTimer: () => () => undefined,
  });
}

test("a visit asked for and not returned is not there", () => {
  const service = serviceVisits();
  const other = buildGuid(2, 2);
  service.receive(row(5, "2026-11-18T09:00:00Z"), [visitId, other]);
  expect(service.row(visitId)).toMatchObject({ changeNumber: 5 });
  expect(service.row(other)).toBeNull();
  const rows = service.rows();
  service.receive([], [other]);
  expect(service.rows()).toBe(rows);
});

test("a voided visit has had its invoice", () => {
  const service = serviceVisits();
  service.receive(buildVisitRow(1, { visitId, eventId: "e", state: "voided" }));
  expect(service.claim(visitId)).toEqual({
    kind: "charged",
    eventId: "e",
    wasMine: false,
    isVoided: true,
  });
});

test.each([
  ["a renewal with the same number counts", row(5, "2026-11-18T10:00:00Z"), 1],
  ["a shorter time with the same number is older", row(5, "2026-11-18T08:00:00Z"), 0],
  ["a higher number counts, though for a shorter time", row(6, "2026-11-18T08:00:00Z"), 1],
  ["a lower number is older, though for longer", row(4, "2026-11-18T10:00:00Z"), 0],
  ["the same once more counts", row(5, "2026-11-18T09:00:00Z"), 1],
])("%s", (_title, later, expected) => {
  const service = serviceVisits();
  const rows = [row(5, "2026-11-18T09:00:00Z"), later];
  for (const each of rows) service.receive(each);
  expect(service.row(visitId)).toBe(rows[expected]);
});
