import { expect, test } from "vitest";
import { NetworkFailure } from "#room/api/failures.ts";
import { gatherParts } from "./gather-parts.ts";

test("many parts make one file, each failed one asked again", async () => {
  const text = "x".repeat(1_000_000);
  const requests: (number | undefined)[] = [];
  let failed = false;
  const blob = await gatherParts(async (at) => {
    requests.push(at);
    if (at === 15 && !failed) {
      failed = true;
      throw new NetworkFailure("gone", { operation: "exportAuditEntries", outcome: "unknown" });
    }
    const left = at ?? 30;
    return { piece: `${left}${text}`, next: left > 1 ? left - 1 : undefined };
  }, 0);
  expect(requests.filter((at) => at === 15)).toHaveLength(2);
  expect(requests).toHaveLength(31);
  const whole = await blob.text();
  expect(whole.length).toBe(30 * 1_000_000 + 9 + 2 * 21);
  expect(whole.startsWith("30x")).toBe(true);
});

test("reports what is unavailable", async () => {
  const refused = new Error("no");
  await expect(gatherParts(() => Promise.reject(refused))).rejects.toBe(refused);
});
