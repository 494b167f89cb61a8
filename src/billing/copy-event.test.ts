import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { copyEvent } from "./copy-event.ts";
import { newEvent } from "./new-event.ts";
import { outcomeOf } from "./outcome.ts";
import { scrub } from "./scrub.ts";

let count = 0;
const uuid = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, "0")}`;
const sources = { uuid, today: "2026-11-20", createdId: "devon" };
const event = { ...buildEvent({ charges: 3 }), "x-engine": { run: 7 } };

test("a new event is cleared and lacks only typed fields", () => {
  const made = newEvent(sources);
  expect(outcomeOf(made.audit)).toEqual({ kind: "charged" });
  expect(made.visitCharged).toMatchObject({ createdOn: "2026-11-20", createdId: "devon" });
  expect(scrub(made).map((found) => found.path.join("."))).toEqual([
    "visitCharged.practiceId",
    "visitCharged.charges.0.cpt",
    "visitCharged.charges.0.charge.amount",
    "visitCharged.charges.0.indicatedBy",
    "visitCharged.charges.0.payerId",
  ]);
});

test("a copy has new ids, today's date and the rest", () => {
  const copy = copyEvent(event, sources);
  expect(copy.eventId).not.toBe(event.eventId);
  expect(copy.visitCharged?.visitId).not.toBe(event.visitCharged.visitId);
  expect(copy).toMatchObject({ "x-engine": { run: 7 }, visitCharged: { createdOn: "2026-11-20" } });
  expect(copy.visitCharged?.practiceId).toBe(event.visitCharged.practiceId);
  expect(copy.visitCharged?.diagnosis).toEqual(event.visitCharged.diagnosis);
  expect(copy.visitCharged?.charges?.map((row) => row.indicatedBy)).toEqual(
    event.visitCharged.charges.map((row) => row.indicatedBy),
  );
});

test("a copy drops payments, version and the first visit's audit", () => {
  const copy = copyEvent(event, sources);
  expect(copy.visitCharged?.payments).toEqual([]);
  expect(copy.visitCharged).not.toHaveProperty("version");
  expect(copy.audit?.rulesLogs).toEqual([]);
  for (const row of copy.visitCharged?.charges ?? []) {
    expect(row).not.toHaveProperty("paid");
    expect(row.arAmount).toEqual(row.charge);
  }
  const [line] = event.visitCharged.charges;
  for (const arAmount of [null, undefined]) {
    const without = { ...event, visitCharged: { ...event.visitCharged, charges: [{ ...line, arAmount }] } };
    expect(copyEvent(without, sources).visitCharged?.charges?.[0]).not.toHaveProperty("arAmount");
  }
  expect(scrub(copy).filter((found) => found.severity !== "note")).toEqual([]);
});

test("a copy of an event without a visit is blank", () => {
  const { visitCharged } = copyEvent({}, sources);
  expect(visitCharged).toMatchObject({ practiceId: "", createdOn: "2026-11-20", charges: [], diagnosis: [] });
  expect(copyEvent({ visitCharged: {} }, sources).visitCharged).toMatchObject({ charges: [], diagnosis: [] });
});
