import { expect, test } from "vitest";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { workWords } from "./work-words.ts";

const now = Date.parse("2026-11-23T12:00:00Z");
const [mine, other] = [buildGuid(1, 1), buildGuid(1, 2)];
const row = buildVisitRow(1, { state: "charged", invoiceNumber: 43 });
const byOther = { kind: "charged", eventId: other, wasMine: false } as const;

test("a draft of a visit charged by another says so", () => {
  const words = workWords(byOther, row, { eventId: mine, now });
  expect(words?.title).toBe("Another submission has charged this visit");
});

test("a correction that came too late says so", () => {
  const words = workWords(byOther, row, { eventId: mine, now, corrects: 42 });
  expect(words?.title).toBe("Invoice 42 was corrected meanwhile");
  expect(words?.detail).toBe("Invoice 43 is billed. The changes here aren’t on it and can’t be submitted.");
});

test("what was charged, then corrected, is no unsent draft", () => {
  const words = workWords(byOther, row, { eventId: mine, now, wasCharged: true });
  expect(words).toEqual({
    tone: "plain",
    title: "The charge was corrected",
    detail: "Invoice 43 is billed now. Below is what was charged before.",
    isLost: false,
  });
});

test("who has it, and since when, in one sentence", () => {
  const theirs = { kind: "theirs", by: "pat", until: now + 60_000, wasMine: true } as const;
  const detailOf = (since?: number) =>
    workWords({ ...theirs, ...(since !== undefined && { since }) }, row, { eventId: mine, now })?.detail;
  expect(detailOf(now - 60_000)).toMatch(/^pat has had it since .+, until .+\. Your draft is kept/);
  expect(detailOf()).toMatch(/^pat has it until /);
});
