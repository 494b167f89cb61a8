import { expect, test } from "vitest";
import { defaultConfig } from "./config-members.ts";
import { clinicToday } from "./clinic-today.ts";
import { setServiceConfig } from "./service-config.ts";

test("today is the clinic’s day", () => {
  const now = Date.parse("2026-11-26T10:30:00Z");
  const todayIn = (timeZone: string) => {
    setServiceConfig({ ...defaultConfig, timeZone });
    return clinicToday(now);
  };
  expect(["Pacific/Pago_Pago", "UTC", "Pacific/Kiritimati"].map(todayIn)).toEqual([
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
  ]);
  const here = new Date(now);
  const day = [here.getFullYear(), here.getMonth() + 1, here.getDate()];
  expect(["", "Mars/Olympus"].map(todayIn)).toEqual(
    Array(2).fill(day.map((part) => String(part).padStart(2, "0")).join("-")),
  );
});
