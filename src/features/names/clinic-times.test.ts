import { afterEach, expect, test } from "vitest";
import { defaultConfig } from "#room/api/config-members.ts";
import { setServiceConfig } from "#room/api/service-config.ts";
import { zoneHere } from "#room/billing/clinic-days.ts";
import { clinicTimes } from "./clinic-times.ts";

const at = Date.parse("2026-12-31T10:30:15Z");
const timesOf = (timeZone: string) => {
  setServiceConfig({ ...defaultConfig, timeZone });
  return clinicTimes();
};

afterEach(() => setServiceConfig(defaultConfig));

// 25 hours apart: nowhere is it the same day.
test.each([
  ["Pacific/Pago_Pago", /(11|23).30/, "2026-12-31T11:00:00Z", /30/],
  ["Pacific/Kiritimati", /(12|0|00).30/, "2027-01-01T10:00:00Z", /\b1\b/],
])("times are by the clinic’s clock in %s", (zone, time, midnight, day) => {
  const [times, nextDay] = [timesOf(zone), Date.parse(midnight)];
  expect(times.moment(at, nextDay - 1)).toMatch(time);
  expect(times.moment(at, nextDay)).toMatch(day);
  expect(times.moment(at, nextDay)).not.toMatch(/:|2026|2027/);
  expect(times.toSecond(at)).toMatch(time);
  expect(times.inFull(at)).toMatch(time);
});

test("a zone is named only where this computer’s clock differs", () => {
  const here = timesOf(zoneHere());
  const zones = ["Pacific/Pago_Pago", "Pacific/Kiritimati"].filter((zone) => zone !== zoneHere());
  for (const times of zones.map(timesOf)) {
    expect(times.toSecond(at)).toMatch(/(GMT[+-]\d+|[A-Z]{3,4})$/);
    expect(times.moment(at, at)).toMatch(/(GMT[+-]\d+|[A-Z]{3,4})$/);
  }
  expect(here.moment(at, at)).not.toMatch(/GMT|[A-Z]{3}$/);
  expect(here.toSecond(at)).not.toMatch(/GMT|[A-Z]{3}$/);
  expect(here.inFull(at)).toMatch(/GMT|UTC|[A-Z]{3}/);
});
