import { expect, test } from "vitest";
import type { VisitHistoryEntry } from "#room/contract/operations/get-visit.ts";
import { buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import type { ServiceVisit } from "./use-service-visit.ts";
import { workWords } from "./work-words.ts";

const me = "casey";
const now = Date.parse("2026-11-23T12:00:00Z");
const [mine, other] = [buildGuid(1, 1), buildGuid(1, 2)];
const visit = buildVisitRow(1, { eventId: other, state: "charged", invoiceNumber: 43 });
const charge = {
  eventId: other,
  receivedAt: "2026-11-23T11:00:00Z",
  outcome: "charged" as const,
  errors: [],
};
const answer: Pick<ServiceVisit, "visit" | "events" | "history"> = {
  visit,
  events: [{ ...charge, receivedFrom: "robin" }],
  history: [],
};
const byOther = { kind: "charged", eventId: other, wasMine: false } as const;

test("a draft of a visit charged by another says so", () => {
  const words = workWords(byOther, answer, { eventId: mine, now, me, isChanged: true });
  expect([words?.title, words?.detail]).toEqual([
    "Another submission has charged this visit",
    "Invoice 43, sent by robin, is billed. The changes here aren’t on it and can’t be submitted.",
  ]);
});

test("without changes here, none are spoken of", () => {
  const words = workWords({ ...byOther, wasMine: true }, answer, { eventId: mine, now, me });
  expect(words).toEqual({
    tone: "plain",
    title: "This visit was charged meanwhile",
    detail: "Invoice 43, sent by robin, is billed. Below is an earlier version.",
    isLost: false,
  });
  const stale = { ...answer, visit: { ...visit, eventId: mine, invoiceNumber: 42 } };
  expect(workWords(byOther, stale, { eventId: mine, now, me })?.detail).toBe("Below is an earlier version.");
  const byEngine = { ...answer, events: [charge] };
  expect(workWords(byOther, byEngine, { eventId: mine, now, me })?.detail).toContain("sent by Rules engine");
});

type Done = readonly [by: string | undefined, deed: VisitHistoryEntry["deed"], detail?: string];

/** "robin closed": who did what; after a colon, the detail. */
function historyOf(...deeds: readonly Done[]): VisitHistoryEntry[] {
  return deeds.map(([by, deed, detail]) => ({ at: charge.receivedAt, by, deed, detail }));
}

test("how a visit was lost is said as it was", () => {
  const lost = (...deeds: readonly Done[]) => {
    const history = historyOf(["Casey", "taken"], ...deeds);
    const words = workWords({ kind: "ran-out" }, { ...answer, history }, { eventId: mine, now, me });
    return [words?.title, words?.detail?.split(". Nobody else")[0]];
  };
  const over = ["robin", "taken over", "casey"] as const;
  const ranOut = "Your time with this visit ran out";
  expect(lost()[0]).toBe(ranOut);
  expect(lost([undefined, "ran out", "Casey"])[0]).toBe(ranOut);
  expect(lost(over, ["robin", "closed", "Duplicate"], ["casey", "reopened"])).toEqual([
    "This visit is open again",
    "robin took it over, robin closed it, you reopened it",
  ]);
  expect(lost(over, ["robin", "closed"])[0], "an update opened it").toBe("This visit is open again");
  expect(lost(over, ["robin", "released"])).toEqual([
    "You no longer have this visit",
    "robin took it over, robin released it",
  ]);
  expect(lost(over, [undefined, "ran out", "robin"])[1]).toBe(
    "robin took it over, robin’s time with it ran out",
  );
  expect(lost(["casey", "released"])[1]).toBe("You released it");
  expect(lost(["lee", "assigned", "robin"], ["robin", "put off"])[1]).toBe(
    "lee assigned it to robin, robin snoozed it",
  );
});

test("who closed a visit is said beside why", () => {
  const history = historyOf(
    ["casey", "taken"],
    ["robin", "taken over"],
    ["robin", "closed", "Duplicate visit"],
  );
  const closed = { visit: { ...visit, reason: "Duplicate visit" }, events: [], history };
  const detailOf = (wasMine: boolean) =>
    workWords({ kind: "closed", wasMine }, closed, { eventId: mine, now, me })?.detail;
  expect(detailOf(false)).toBe("Duplicate visit. robin closed it.");
  expect(detailOf(true)).toMatch(
    /^Duplicate visit\. robin took it over, robin closed it\. Your draft is kept/,
  );
});

test("a correction that came too late says so", () => {
  const words = workWords(byOther, answer, { eventId: mine, now, me, isChanged: true, corrects: 42 });
  expect(words?.title).toBe("Invoice 42 was corrected meanwhile");
  expect(words?.detail).toBe(
    "Invoice 43, sent by robin, is billed. The changes here aren’t on it and can’t be submitted.",
  );
});

test("what was charged, then corrected, is no unsent draft", () => {
  const words = workWords(byOther, answer, { eventId: mine, now, me, wasCharged: true });
  expect(words).toEqual({
    tone: "plain",
    title: "The charge was corrected",
    detail: "Invoice 43, sent by robin, is billed. Below is what was charged before.",
    isLost: false,
  });
});

test("who has it, and since when, in one sentence", () => {
  const theirs = { kind: "theirs", by: "pat", until: now + 60_000, wasMine: true } as const;
  const detailOf = (since?: number) =>
    workWords({ ...theirs, ...(since !== undefined && { since }) }, answer, { eventId: mine, now, me })
      ?.detail;
  expect(detailOf(now - 60_000)).toMatch(/^pat has had it since .+, until .+\. Your draft is kept/);
  expect(detailOf()).toMatch(/^pat has it until /);
});

test("who voided an invoice is said beside why", () => {
  const history = historyOf(["robin", "taken"], ["robin", "voided", "Wrong patient"]);
  const voided = { visit: { ...visit, reason: "Wrong patient" }, events: [], history };
  const claim = { ...byOther, isVoided: true } as const;
  expect(workWords(claim, voided, { eventId: mine, now, me })?.detail).toBe(
    "Wrong patient. robin voided it. Nothing is billed for this visit, and it can’t be charged again.",
  );
});
