import { expect, test } from "vitest";
import { defaultConfig } from "#room/api/config-members.ts";
import { setServiceConfig } from "#room/api/service-config.ts";
import { endOfDay } from "#room/features/admin/keys/new-key.ts";
import { clinicDayText } from "./clinic-day-text.ts";

test.each(["Pacific/Pago_Pago", "Pacific/Kiritimati", "America/New_York"])(
  "the day chosen in %s is the day shown",
  (timeZone) => {
    setServiceConfig({ ...defaultConfig, timeZone });
    expect(["2026-03-08", "2026-11-01"].map((day) => clinicDayText(endOfDay(day)))).toEqual([
      "03/08/2026",
      "11/01/2026",
    ]);
    setServiceConfig(defaultConfig);
  },
);
