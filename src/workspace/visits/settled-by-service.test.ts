import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildEvent, buildGuid, buildVisitRow } from "#room/testing/builders.ts";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import type { SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import { type EventOutcome, ServiceSettling, settledBy } from "./settled-by-service.ts";
import { unkeptEntry, type VisitEntry } from "./visit-entry.ts";

const event = buildEvent({ seed: 1 });
const { eventId } = event;
const visitId = event.visitCharged?.visitId ?? "";
const row = (changes: Partial<VisitRow>) =>
  buildVisitRow(0, { visitId, eventId, changeNumber: 5, ...changes });

/** A workspace whose sends get no answer, or these. */
async function unanswered(userName: string, answers: SendResult[] = []) {
  const workspace = await openWorkspace({
    userName,
    sessionKey: "live",
    environment: new WorkspaceDesk().tab().environment,
    summariser: async () => summariseEvent,
    repeatsAreSafe: () => false,
    sender: {
      sendVisit: async () => answers.shift() ?? { kind: "unknown", message: "No answer" },
      sendMessage: async () => ({ kind: "not-sent" }),
    },
  });
  const told: Settled[] = [];
  workspace.outbox.onSettled((settled) => told.push(settled));
  await workspace.visits.importMany([event], { fileName: "f" });
  return {
    ...workspace,
    visits: workspace.visits,
    outbox: workspace.outbox,
    told,
    close: () => workspace.close(),
  };
}

type Change = { [K in keyof Attempt]?: Attempt[K] | undefined };
// "outcome: undefined" is an attempt under way.
const attempt = (changes: Change) =>
  ({
    number: 1,
    startedAt: 1,
    by: "casey",
    contentHash: "h",
    outcome: "unknown",
    durationMs: 30_000,
    message: "No answer",
    ...changes,
  }) as Attempt;
const entry = (changes: Partial<VisitEntry>, ...attempts: Change[]): VisitEntry => ({
  ...unkeptEntry,
  eventId,
  visitId,
  state: "unknown",
  attempts: (attempts.length > 0 ? attempts : [{}]).map(attempt),
  ...changes,
});

describe("what the service says of an event", () => {
  const said = (changes: Partial<EventOutcome> = {}): EventOutcome => ({
    visitId,
    eventId,
    outcome: "charged",
    fields: [],
    ...changes,
  });
  const other = buildGuid(3, 9);
  const queued = { state: "waiting", reason: "queued", since: 1, notBefore: 0, tries: 0 } as const;

  test("is its attempt’s outcome, without the time it waited", () => {
    const next = settledBy(entry({}), said());
    expect(next.state).toBe("charged");
    const { durationMs: _waited, message: _before, ...sent } = attempt({});
    expect(next.attempts).toEqual([{ ...sent, outcome: "charged" }]);
  });

  test("comes with its reason and code, unless charged", () => {
    const facts = { reason: "Papers", code: "Withheld", fields: [] };
    const [withheld] = settledBy(entry({}), said({ outcome: "withheld", ...facts })).attempts;
    expect(withheld).toMatchObject({ outcome: "withheld", message: "Papers", code: "Withheld", fields: [] });
    const [bare] = settledBy(entry({}), said({ outcome: "withheld" })).attempts;
    expect(Object.keys(bare ?? {})).not.toContain("message");
    expect(Object.keys(bare ?? {})).not.toContain("code");
    const [charged] = settledBy(entry({}), said(facts)).attempts;
    expect(Object.keys(charged ?? {})).not.toContain("message");
  });

  test("leaves earlier attempts as they were", () => {
    const before = { outcome: "withheld", message: "Papers" } as const;
    const next = settledBy(entry({}, before, { number: 2 }), said());
    expect(next.attempts.map(({ outcome }) => outcome)).toEqual(["withheld", "charged"]);
    expect(next.attempts[0]?.message).toBe("Papers");
  });

  test.each([
    ["known already", entry({ state: "withheld" }, { outcome: "withheld" }), said()],
    ["nothing was sent", entry({ attempts: [] }), said()],
    ["it is asked again", entry({}, {}, { number: 2, outcome: undefined }), said()],
    ["it is being sent", entry({ queued: { ...queued, state: "sending" } }), said()],
    ["refused before", entry({}, { outcome: "refused" }, { number: 2 }), said({ outcome: "refused" })],
    ["several invoices", entry({}), said({ eventId: other, isCorrected: true })],
    [
      "a correction",
      entry({ source: { kind: "new", corrects: { invoice: 1, reason: "" } } }),
      said({ eventId: other }),
    ],
    ["another’s event was not charged", entry({}), said({ eventId: other, outcome: "withheld" })],
    ["another visit", entry({}, { visitId: other }), said({ eventId: other })],
  ])("settles nothing: %s", (_name, given, of) => {
    expect(settledBy(given, of)).toBe(given);
  });

  test("an earlier refusal matters only to a refusal", () => {
    for (const outcome of ["charged", "withheld"] as const)
      expect(settledBy(entry({}, { outcome: "refused" }, { number: 2 }), said({ outcome })).state).toBe(
        outcome,
      );
    const once = settledBy(entry({}, { outcome: "withheld" }, { number: 2 }), said({ outcome: "refused" }));
    expect(once.state).toBe("refused");
  });

  test("another event of the visit charged: this one was not", () => {
    const of = said({ eventId: other });
    const refused = { outcome: "refused", code: "VisitAlreadyInvoiced", fields: [] };
    expect(settledBy(entry({}), of).attempts).toMatchObject([refused]);
    expect(settledBy(entry({ visitId: other }, { visitId }), of).attempts).toMatchObject([refused]);
  });

  test("ends a repeat that waits, and no other", () => {
    const repeats = settledBy(entry({ queued: { ...queued, repeats: true } }), said());
    expect([repeats.state, repeats.queued]).toEqual(["charged", undefined]);
    const plain = settledBy(entry({ queued }), said({ outcome: "withheld" }));
    expect([plain.state, plain.queued]).toEqual(["waiting", queued]);
  });
});

describe("what the service’s rows say", () => {
  /** The settling of one event of this browser, of which the service shows this row. */
  function settling(given: VisitEntry | undefined, shown?: VisitRow) {
    let known = given;
    let changes = 0;
    const service = new ServiceSettling({
      index: {
        get: () => known,
        async change(_id: string, by: (now: VisitEntry | undefined) => VisitEntry | undefined) {
          changes += 1;
          known = by(known);
        },
      } as unknown as PagedIndex<VisitEntry>,
      ofVisit: (id) => (given && id === visitId ? [given] : []),
      service: { row: () => shown },
    });
    const told: Settled[] = [];
    service.onSettled((settled) => told.push(settled));
    return {
      service,
      told,
      now: () => known,
      changes: () => changes,
      become: (next: typeof known) => (known = next),
    };
  }

  test.each([
    [row({ state: "voided" }), { id: eventId, kind: "visit", outcome: "charged" }],
    [row({ state: "refused" }), { id: eventId, kind: "visit", outcome: "refused" }],
    [
      row({ state: "withheld", reason: "X" }),
      { id: eventId, kind: "visit", outcome: "withheld", message: "X" },
    ],
    [
      row({ state: "charged", eventId: buildGuid(3, 9) }),
      {
        id: eventId,
        kind: "visit",
        outcome: "refused",
        code: "VisitAlreadyInvoiced",
        message: "Another submission has charged this visit",
      },
    ],
  ])("is told once: %#", async (shown, expected) => {
    const { service, told, now } = settling(entry({}), shown);
    service.settleKnown(eventId);
    await expect.poll(() => told).toStrictEqual([expected]);
    expect(now()?.attempts[0]).toEqual(expect.objectContaining({ outcome: expected.outcome }));
    service.settleKnown(eventId);
    await Promise.resolve();
    expect(told).toHaveLength(1);
  });

  test("settles with no fields of the form", async () => {
    const { service, now } = settling(entry({}));
    service.receiveRows([row({ state: "refused" })]);
    await expect.poll(() => now()?.attempts[0]?.fields).toEqual([]);
  });

  test.each([
    ["a closed visit", entry({}), row({ state: "closed" })],
    ["what is settled", entry({ state: "withheld" }, { outcome: "withheld" }), row({ state: "charged" })],
    ["what is not here", undefined, row({ state: "charged" })],
    ["nothing", entry({}), undefined],
  ])("nothing is changed by %s", async (_name, given, shown) => {
    const { service, told, changes } = settling(given, shown);
    service.settleKnown(eventId);
    await Promise.resolve();
    expect([told, changes()]).toEqual([[], 0]);
  });

  test("nothing is told of what changed or went meanwhile", async () => {
    const charged = { visitId, eventId, outcome: "charged", fields: [] } as const;
    for (const meanwhile of [undefined, entry({ state: "charged" }, { outcome: "charged" })]) {
      const { service, told, now, become } = settling(entry({}));
      become(meanwhile);
      await service.receive([charged]);
      expect([told, now()]).toEqual([[], meanwhile]);
    }
  });
});

test("what the service shows charged is charged here too", async () => {
  const { visits, outbox, told, close } = await unanswered("settled");
  await outbox.sendBatch([eventId]);
  expect(visits.summary(eventId)?.state).toBe("unknown");
  visits.service.receive(row({ state: "charged", invoiceNumber: 12 }));
  await expect.poll(() => visits.summary(eventId)?.state).toBe("charged");
  expect(told.map(({ outcome }) => outcome)).toEqual(["unknown", "charged"]);
  close();
});

test("what the service said before the timeout settles it", async () => {
  const { visits, outbox, close } = await unanswered("settled-before");
  visits.service.receive(row({ state: "charged" }));
  await outbox.enqueueVisit(eventId);
  await expect.poll(() => visits.summary(eventId)?.state).toBe("charged");
  close();
});

test("a visit that another event charged has no second invoice", async () => {
  const { visits, outbox, close } = await unanswered("settled-other");
  await outbox.sendBatch([eventId]);
  visits.service.receive(row({ state: "charged", eventId: buildGuid(3, 9) }));
  await expect.poll(() => visits.summary(eventId)?.state).toBe("refused");
  expect(outbox.plan(eventId)).toMatchObject({ reason: "visit-charged" });
  close();
});

test("an event's own place in the history settles it", async () => {
  const { visits, outbox, close } = await unanswered("settled-history");
  await outbox.sendBatch([eventId]);
  const withheld = { visitId, eventId, outcome: "withheld", reason: "Papers", fields: [] } as const;
  await visits.settling.receive([withheld]);
  expect(visits.summary(eventId)).toMatchObject({ state: "withheld", attempts: [{ message: "Papers" }] });
  close();
});

test("an earlier refusal does not settle a later attempt", async () => {
  const refused: SendResult = { kind: "refused", code: "Bad", message: "Bad", fields: [] };
  const { visits, outbox, close } = await unanswered("settled-refused", [refused]);
  await outbox.sendBatch([eventId]);
  await outbox.sendBatch([eventId]);
  expect(visits.summary(eventId)?.state).toBe("unknown");
  await visits.settling.receive([{ visitId, eventId, outcome: "refused", fields: [] }]);
  expect(visits.summary(eventId)?.state).toBe("unknown");
  close();
});
