import { expect, test } from "vitest";
import { clockCheck, healthText } from "./health-text.ts";

test("reports a clock that is minutes off, with the direction", () => {
  expect(clockCheck(1500)).not.toHaveProperty("act");
  expect(clockCheck(5 * 60_000)).toMatchObject({ value: "5 minutes ahead of the server’s" });
  expect(clockCheck(-5 * 60_000)).toMatchObject({ value: "5 minutes behind the server’s" });
});

test("the text has one line per check, marking what's due", () => {
  expect(healthText("2026-11-02T09:00:00", [{ name: "Disk", value: "1 GB free", act: "Make room." }])).toBe(
    "Health at 2026-11-02T09:00:00 UTC\nDisk: 1 GB free\n  ! Make room.",
  );
});
