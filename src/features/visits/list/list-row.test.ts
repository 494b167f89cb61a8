import { afterEach, beforeEach, expect, test } from "vitest";
import { noteServiceTime } from "#room/api/service-clock.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { actionOf, wayOf } from "./visits-row.tsx";
import { listRow } from "./list-row.ts";
import { draftWords } from "./row-words.tsx";
import { buildGuid } from "#room/testing/builders.ts";
import { openVisitLook } from "#room/features/visits/shared-visit/use-visit-state.ts";
import { holderWords, snoozedWords, waitedWords } from "#room/features/visits/clinic/clinic-words.ts";
import { now, summaryOf, visitOf } from "#room/features/visits/clinic/test-rows.ts";

// Other tests have services of other times.
const asHere = () => noteServiceTime(new Date().toUTCString());
beforeEach(asHere);
afterEach(asHere);

test("the newer truth leads: charged, sent, corrected, else the service", () => {
  const attempt = { number: 1, startedAt: now, outcome: "withheld" } as VisitSummary["attempts"][number];
  const leads = (clinic: Partial<VisitRow>, here: Partial<VisitSummary>) => {
    const row = listRow(visitOf(1, clinic), summaryOf(1, here));
    return [row.leads, row.status.label];
  };
  expect(leads({}, {})).toEqual(["clinic", "Withheld"]);
  expect(leads({ state: "charged", invoiceNumber: 7 }, { state: "unknown" })).toEqual(["clinic", "Charged"]);
  expect(leads({}, { state: "charged" })).toEqual(["browser", "Charged"]);
  expect(leads({}, { state: "unknown" })).toEqual(["browser", "Unknown"]);
  expect(leads({}, { state: "withheld", attempts: [attempt], changedSinceAttempt: true })[0]).toBe("browser");
  expect(leads({ state: "closed", reason: "Duplicate visit" }, {})).toEqual(["clinic", "Closed"]);
  expect(leads({ state: "closed" }, { edited: true })).toEqual(["clinic", "Closed"]);
  expect(leads({ state: "closed" }, { state: "unknown" })).toEqual(["browser", "Unknown"]);
});

test("the open visit’s state never contradicts “Sending…”", () => {
  const queued = { state: "sending" } as NonNullable<VisitSummary["queued"]>;
  const charged = visitOf(1, { state: "charged", invoiceNumber: 7 });
  expect(openVisitLook(charged, summaryOf(1, { state: "waiting", queued })).label).toBe("Sending");
  expect(openVisitLook(charged, summaryOf(1, { state: "unknown" })).label).toBe("Charged");
});

test("a draft is named beside what the clinic has", () => {
  const attempt = { number: 1, startedAt: now, outcome: "withheld" } as VisitSummary["attempts"][number];
  const typed = { changedSinceAttempt: true, attempts: [attempt], amountMinor: 99_900 } as const;
  const shown = (clinic: Partial<VisitRow>, here: Partial<VisitSummary>) => {
    const row = listRow(visitOf(1, clinic), summaryOf(1, { state: "withheld", ...here }));
    return [row.leads, row.status.label, row.amount?.minor, ...draftWords(row), wayOf(row, "casey", now)];
  };
  const draft = "Draft here: $999.00";
  expect(shown({}, typed)).toEqual(["browser", "Withheld", 10_000, draft, "own"]);
  expect(shown({}, { ...typed, amountMinor: 10_000 })).toContain("Draft here");
  expect(shown({}, { ...typed, amountMinor: undefined })).toContain("Draft here");
  // Sent anew by another person since: the draft is of what no longer is.
  const anew = { eventId: buildGuid(2, 9), amount: { currency: "USD", amount: 120 } };
  const service = { ...typed, source: { kind: "service" } } as const;
  expect(shown({ ...anew, state: "refused" }, service)).toEqual(["clinic", "Refused", 12_000, draft, "take"]);
  expect(shown(anew, { ...service, seenEventId: anew.eventId })[0], "merged with it").toBe("browser");
  expect(shown({ ...anew, state: "charged" }, service)).toEqual(["clinic", "Charged", 12_000, draft, "open"]);
  expect(shown({ state: "closed" }, typed)).toEqual(["clinic", "Closed", 10_000, draft, "open"]);
  expect(shown({}, { notSent: "robin has this visit." })[0]).toBe("browser");
  // To a draft begun here, what came before is no news.
  const receivedAt = new Date(now - 60_000).toISOString();
  const begun = (createdAt: number) =>
    shown({ ...anew, receivedAt }, { ...typed, source: { kind: "new" }, createdAt })[0];
  expect([begun(now), begun(now - 120_000)]).toEqual(["browser", "clinic"]);
  // This computer’s clock is an hour slow.
  noteServiceTime(new Date(Date.now() + 3_600_000).toUTCString());
  expect([begun(now - 3_600_000), begun(now - 3_720_000)]).toEqual(["browser", "clinic"]);
});

test("a correction of what no longer stands is only named", () => {
  const source = { kind: "correction", corrects: { invoice: 7, reason: "" } } as const;
  const shown = (clinic: Partial<VisitRow>) => {
    const row = listRow(visitOf(1, clinic), summaryOf(1, { state: "draft", source }));
    return [row.status.label, row.status.words, ...draftWords(row), row.status.needsPerson];
  };
  const unsent = "Correction of invoice 7, not sent yet";
  expect(shown({ state: "charged", invoiceNumber: 7 })).toEqual(["Draft", unsent, "Draft here", true]);
  expect(shown({ state: "charged", invoiceNumber: 8 })).toEqual([
    "Charged",
    "Invoice 8",
    "Draft here",
    false,
  ]);
  expect(shown({ state: "voided", invoiceNumber: 7, reason: "Wrong patient" })).toEqual([
    "Voided",
    "Invoice 7: Wrong patient",
    "Draft here",
    false,
  ]);
  expect(actionOf(summaryOf(1, { state: "draft", source })), "it asks why first").toBeUndefined();
});

test("a row says holder, lease, delay and waiting time", () => {
  const row = (part: Partial<VisitRow>) => listRow(visitOf(1, part), undefined);
  const until = "2026-11-20T12:30:00.0000000";
  expect(holderWords(row({ takenBy: "Casey", takenUntil: until }), "casey", now)).toMatch(/^You until \d/);
  expect(holderWords(row({ takenBy: "dana", takenUntil: until }), "casey", now)).toMatch(/^dana until \d/);
  expect(holderWords(row({ takenBy: "dana", takenUntil: until }), "casey", now + 3_600_000)).toBe("");
  expect(snoozedWords(row({ snoozedUntil: "9999-12-31T00:00:00.0000000" }), now)).toBe(
    "Snoozed until the visit is updated",
  );
  expect(snoozedWords(row({ snoozedUntil: "2026-11-24T13:00:00.0000000" }), now)).toMatch(
    /^Snoozed until .*24/,
  );
  expect([90_000, 3_600_000, 86_400_000, 9 * 86_400_000].map((ms) => waitedWords(now - ms, now))).toEqual([
    "1 min",
    "1 h",
    "1 day",
    "9 days",
  ]);
  // As the order of the list, which is by days: five minutes to and from midnight.
  const midnight = Date.parse("2026-11-20T00:00:00Z");
  expect(waitedWords(midnight - 300_000, midnight + 300_000)).toBe("1 day");
  expect(waitedWords(midnight, midnight + 86_399_000)).toBe("23 h");
});

test("a row offers only what its visit's state allows", () => {
  const known = { startedAt: now, by: "casey", number: 1, contentHash: "", outcome: "unknown" } as const;
  const unanswered = summaryOf(1, { state: "unknown", source: { kind: "example" }, attempts: [known] });
  const offered = (changes: Partial<VisitRow> | null, here?: VisitSummary) =>
    wayOf(listRow(changes && visitOf(1, changes), here), "casey", now);
  expect(offered({ state: "charged" }, unanswered)).toBe("open");
  expect(offered({ state: "charged" }, summaryOf(1))).toBe("open");
  expect(offered({ state: "closed" }, summaryOf(1))).toBe("open");
  expect(offered(null, summaryOf(1, { state: "charged" }))).toBe("open");
  expect(offered(null, unanswered)).toBe("own");
  expect(offered({}, summaryOf(1, { state: "withheld", attempts: [known] }))).toBe("own");
  expect(offered({})).toBe("take");
  expect(offered({ takenBy: "robin", takenUntil: "2026-11-20T11:00:00.0000000" })).toBe("take");
  expect(offered({ takenBy: "robin", takenUntil: "2026-11-20T13:00:00.0000000" })).toBe("open");
  expect(offered({ takenBy: "Casey", takenUntil: "2026-11-20T13:00:00.0000000" })).toBe("go on");
});
