import { expect, test, vi } from "vitest";
import { namesAre } from "#room/features/names/test-names.ts";
import { showDateAndTime } from "#room/billing/show-date.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { openDraft } from "./test-draft.ts";
import { shownText, usualLogTime, usualText } from "./usual-text.ts";
import { dateOfServicePath, timeOfServicePath } from "./field-ref.ts";
import { writeCell } from "./write-cell.ts";

const place = { path: dateOfServicePath };

function typed(...texts: readonly string[]): string {
  const visit = openDraft(buildEvent());
  for (const text of texts) writeCell(visit, place, text, "Date of service");
  return visit.text(place);
}

test("a mistyped date, once mended, keeps the time", () => {
  expect(typed("13/45/2026", "11/20/2026")).toBe("2026-11-20T09:15:00");
  expect(typed("11/1/2026", "13/45/2026", "nonsense", "11/20/2026")).toBe("2026-11-20T09:15:00");
  expect(typed("", "11/20/2026")).toBe("2026-11-20T09:15:00");
});

test("a time typed for a mistyped date is the visit’s", () => {
  const visit = openDraft(buildEvent());
  const write = (path: string, text: string) => {
    visit.type(place, usualText(visit, { path }, text, visit.text(place)), "Typed");
    visit.seal();
  };
  write(dateOfServicePath, "13/45/2026");
  write(timeOfServicePath, "ab:cd");
  expect(visit.event().visitCharged?.createdOn).toBe("13/45/2026\n\nab:cd");
  const again = openDraft(structuredClone(visit.event()));
  expect(again.text(place)).toBe(visit.text(place));
  write(dateOfServicePath, "11/20/2026");
  expect(shownText({ path: timeOfServicePath }, visit.text(place))).toBe("ab:cd");
  write(timeOfServicePath, "8:05 am");
  expect(visit.event().visitCharged?.createdOn).toBe("2026-11-20T08:05:00");
  visit.undo();
  visit.undo();
  expect(visit.text(place)).toBe("13/45/2026\n\nab:cd");
});

test("typed “today” is the day where the visit was", () => {
  vi.useFakeTimers({ now: new Date("2026-11-28T04:30:00Z") });
  const event = buildEvent();
  const { practiceId } = event.visitCharged;
  const days = ["Pacific/Pago_Pago", "Pacific/Kiritimati"].map((timeZone) => {
    namesAre([{ kind: "practice", id: practiceId, name: "There", timeZone }]);
    return ["today", "11/28"].map((typed) => usualText(openDraft(event), place, typed, "2026-11-02"));
  });
  expect(days).toEqual([
    ["2026-11-27", "2025-11-28"],
    ["2026-11-28", "2026-11-28"],
  ]);
  vi.useRealTimers();
  namesAre([]);
});

test("a time that was removed stays removed", () => {
  const visit = openDraft(buildEvent());
  visit.type(place, "2026-11-02", "Time of service");
  visit.seal();
  writeCell(visit, place, "13/45/2026", "Date of service");
  writeCell(visit, place, "11/20/2026", "Date of service");
  expect(visit.text(place)).toBe("2026-11-20");
});

const wire = "2026-11-02T09:01:30.1234567";
const usual = (typed: string, before = wire) => usualLogTime(typed, before, "2026-11-22");

test("a log's time is shown readably, kept exactly", () => {
  expect(showDateAndTime(wire)).toBe("11/02/2026 9:01 AM");
  expect(usual(showDateAndTime(wire))).toBe(wire);
  expect(usual("2026-11-02T10:00:00.0000000")).toBe("2026-11-02T10:00:00.0000000");
  expect(usual("11/3/26 2:15 pm")).toBe("2026-11-03T14:15:00.0000000");
  expect(usual("11/3")).toBe("2026-11-03T00:00:00.0000000");
  expect(usual("soon")).toBe("soon");
  expect(showDateAndTime("soon")).toBe("soon");
  expect(usual("", wire)).toBe("");
});

test("a line without the member is shown as billable", () => {
  const place = { list: "charges", rowId: "r1", member: "billable" } as const;
  expect(["", "true", "false"].map((text) => shownText(place, text))).toEqual(["true", "true", "false"]);
  expect(shownText({ ...place, member: "billtoPayer" }, "")).toBe("");
});
