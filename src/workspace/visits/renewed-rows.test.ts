import { expect, test } from "vitest";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { ServiceVisits } from "./service-visits.ts";

const visitId = buildGuid(2, 1);

function row(changeNumber: number, takenUntil: string) {
  return buildVisitRow(1, { visitId, changeNumber, state: "withheld", takenBy: "casey", takenUntil });
}

test.each([
  ["a renewal with the same number counts", row(5, "2026-11-18T10:00:00Z"), 1],
  ["a shorter time with the same number is older", row(5, "2026-11-18T08:00:00Z"), 0],
  ["a higher number counts, though for a shorter time", row(6, "2026-11-18T08:00:00Z"), 1],
  ["a lower number is older, though for longer", row(4, "2026-11-18T10:00:00Z"), 0],
  ["the same once more counts", row(5, "2026-11-18T09:00:00Z"), 1],
])("%s", (_title, later, expected) => {
  const service = new ServiceVisits({
    userName: "casey",
    serviceNow: () => Date.parse("2026-11-18T07:00:00Z"),
    setTimer: () => () => undefined,
  });
  const rows = [row(5, "2026-11-18T09:00:00Z"), later];
  for (const each of rows) service.receive(each);
  expect(service.row(visitId)).toBe(rows[expected]);
});
