import { expect, test } from "vitest";
import { NetworkFailure } from "#room/api/failures.ts";
import { gatherTrail } from "./export-trail.tsx";

test("many parts make one text, held in small pieces", async () => {
  const text = "x".repeat(1_000_000);
  const requests: (number | undefined)[] = [];
  const taken: number[] = [];
  let failed = false;
  const { blob, count } = await gatherTrail(
    async (before) => {
      requests.push(before);
      if (before === 15 && !failed) {
        failed = true;
        throw new NetworkFailure("gone", { operation: "exportAuditEntries", outcome: "unknown" });
      }
      const left = before ?? 30;
      return { text: `${left}${text}`, count: 2, nextBefore: left > 1 ? left - 1 : undefined };
    },
    (so) => taken.push(so),
    0,
  );
  expect(count).toBe(60);
  expect(requests.filter((before) => before === 15)).toHaveLength(2);
  expect(taken).toHaveLength(30);
  const whole = await blob.text();
  expect(whole.length).toBe(30 * 1_000_000 + 9 + 2 * 21);
  expect(whole.startsWith("30x")).toBe(true);
});

test("reports what is unavailable", async () => {
  const refused = new Error("no");
  await expect(
    gatherTrail(
      () => Promise.reject(refused),
      () => undefined,
    ),
  ).rejects.toBe(refused);
});
