import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { asDraft } from "#room/billing/draft-event.ts";
import { give, seen, serviceOfEach } from "#room/api/test-service.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildDiagnosis, buildEvent, buildGuid } from "#room/testing/builders.ts";
import { unkeptEntry } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSource, VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { visitOf } from "#room/features/visits/clinic/test-rows.ts";
import {
  checkBeforeSend,
  checkMany,
  copiedFrom,
  earlierEventsOf,
  procedureFacts,
  type SendCheckParts,
} from "./send-check.ts";

const event = buildEvent({ charges: 1, visit: { createdOn: "2026-11-18T09:15:00" } });
const [line] = event.visitCharged?.charges ?? [];
const fee = {
  kind: "fee" as const,
  id: buildGuid(13, 1),
  code: line?.cpt ?? "",
  amount: { currency: "USD", amount: 92.4 },
};

const nobody = { ofVisit: () => [], summary: () => undefined, service: { row: () => undefined } };
serviceOfEach();

test("many are checked against the fee schedule like one", async () => {
  namesAre([fee]);
  onTestFinished(() => namesAre([]));
  const parts = { client: new QueryClient(), visits: nobody };
  const checked = await checkMany([event], (one) => checkBeforeSend(asDraft(one), parts), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(checked.get(event)?.warnings).toContainEqual(
    expect.stringContaining("The fee schedule says $92.40"),
  );
});

test("what blocks is a problem, what warns is none", async () => {
  give(503, "");
  const checkOf = (one: AutoChargedEvent, of: Partial<SendCheckParts["visits"]> = {}) =>
    checkBeforeSend(asDraft(one), { client: new QueryClient(), visits: { ...nobody, ...of } });
  expect(await checkOf(event)).toEqual({ hasProblems: false, warnings: [] });
  const faulty = buildEvent({ charges: 1, visit: { createdOn: "the 18th" } });
  expect((await checkOf(faulty)).hasProblems).toBe(true);
  const waiting = { state: "waiting", reason: "queued", since: 0, notBefore: 0, tries: 0 } as const;
  const other = (state: VisitState, queued?: VisitSummary["queued"]) => ({
    ofVisit: () => [{ ...unkeptEntry, eventId: buildGuid(1, 78), state, ...(queued && { queued }) }],
  });
  expect(await checkOf(event, other("draft"))).toEqual({ hasProblems: false, warnings: [] });
  expect(await checkOf(event, other("charged"))).toMatchObject({ hasProblems: true });
  expect(await checkOf(event, other("draft", waiting))).toMatchObject({
    hasProblems: false,
    warnings: ["Another version of this visit is waiting to be sent."],
  });
});

test("what the service says of a code counts", async () => {
  const checkWith = (isValid: boolean, isChargeable: boolean) => {
    give(200, JSON.stringify({ isValid, code: { code: "J02.9", codeSystemName: "ICD-10", isChargeable } }));
    const one = buildEvent({ charges: 1, diagnoses: 1, visit: { createdOn: "2026-11-18T09:15:00" } });
    return checkBeforeSend(asDraft(one), { client: new QueryClient(), visits: nobody });
  };
  expect(await checkWith(true, true)).toEqual({ hasProblems: false, warnings: [] });
  expect(await checkWith(true, false)).toEqual({ hasProblems: true, warnings: [] });
  expect(await checkWith(false, false)).toMatchObject({
    hasProblems: false,
    warnings: [expect.stringContaining("isn’t a valid ICD-10-CM code on")],
  });
  expect(seen.map(({ body }) => JSON.parse(body).svcDate)).toEqual(Array(3).fill("2026-11-18"));
  // A code of the other system cannot be checked for that date.
  const [old, none] = [buildDiagnosis(0, { icd9DiagCode: "462", icd10DiagCode: null }), { charges: [] }];
  for (const visit of [{ diagnosis: [old] }, none])
    await checkBeforeSend(asDraft(buildEvent({ diagnoses: 0, visit })), {
      client: new QueryClient(),
      visits: nobody,
    });
  expect(seen).toHaveLength(3);
});

test("a copy of a charged visit is told", async () => {
  const [copy, original] = [{ ...unkeptEntry, eventId: event.eventId }, buildGuid(1, 77)];
  const visitsOf = (source: VisitSource, state: VisitState, row?: VisitRow) => ({
    ofVisit: () => [],
    service: { row: () => row },
    summary: (id: string) =>
      // The day that was stored last may be older than what is sent.
      id === original ? { ...copy, state } : { ...copy, source, serviceDate: "2026-03-01" },
  });
  const warningsOf = async (source: VisitSource, state: VisitState, row?: VisitRow) => {
    const parts = { client: new QueryClient(), visits: visitsOf(source, state, row) };
    return (await checkBeforeSend(asDraft(event), parts)).warnings;
  };
  const words = expect.stringContaining("This is a copy of a visit that is charged as Invoice 15.");
  const charged = { kind: "copy", name: original, charged: { invoice: 15 } } as const;
  expect(await warningsOf(charged, "draft")).toContainEqual(words);
  // The original may be known no more, and the copy be for another day.
  const otherDay = { ...charged, charged: { invoice: 15, serviceDate: "2026-01-05" } };
  const gone = { client: new QueryClient(), visits: visitsOf(otherDay, "draft") };
  const visits = {
    ...gone.visits,
    summary: (id: string) => (id === original ? undefined : gone.visits.summary(id)),
  };
  expect((await checkBeforeSend(asDraft(event), { ...gone, visits })).warnings.join()).not.toContain("copy");
  // The original was charged after it was copied.
  const earlier = { kind: "copy", name: original } as const;
  expect((await warningsOf(earlier, "draft")).join()).not.toContain("copy");
  expect(await warningsOf(earlier, "charged")).toContainEqual(expect.stringContaining("already charged"));
  // By another: this browser’s own state of it is older.
  const byAnother = visitOf(1, { state: "charged", invoiceNumber: 15 });
  expect(await warningsOf(earlier, "withheld", byAnother)).toContainEqual(words);
  // What the service says of it since counts: corrected, or void.
  const corrected = visitOf(1, { state: "charged", invoiceNumber: 16 });
  expect(await warningsOf(charged, "charged", corrected)).toContainEqual(
    expect.stringContaining("charged as Invoice 16."),
  );
  const elsewhere = [{ state: "voided" }, { state: "charged", serviceDate: "2026-01-05" }] as const;
  for (const row of elsewhere)
    expect((await warningsOf(charged, "charged", visitOf(1, row))).join()).not.toContain("copy");
});

test("a copy is told without a date, not once charged", () => {
  const source = { kind: "copy", name: buildGuid(1, 77), charged: { invoice: 15 } } as const;
  const told = (state: VisitState, serviceDate?: string) =>
    copiedFrom(
      { ...nobody, summary: () => ({ ...unkeptEntry, state, source, serviceDate: "2026-03-01" }) },
      { eventId: event.eventId, serviceDate },
    );
  expect(told("draft")).toEqual({ eventId: source.name, state: "copied", invoice: 15 });
  expect(told("draft", "2026-11-18")).toBeUndefined();
  expect(told("charged")).toBeUndefined();
});

test("procedures are known by their code, once asked", () => {
  const one = { code: "99213", codeSystemName: "CPT", state: "valid" } as const;
  expect(procedureFacts({ svcDate: "2026-11-18", procedures: [one] })).toEqual({
    svcDate: "2026-11-18",
    byCode: new Map([["99213", one]]),
  });
  expect(procedureFacts(undefined)).toBeUndefined();
});

test("what may be billed is told, also of a correction", () => {
  const { eventId } = event;
  const [unknown, charged] = [buildGuid(1, 78), buildGuid(1, 79)];
  const others = [
    { ...unkeptEntry, eventId, state: "unknown" },
    { ...unkeptEntry, eventId: unknown, state: "unknown" },
    { ...unkeptEntry, eventId: charged, state: "charged" },
  ] as const;
  const told = (source: VisitSource, state: VisitState = "draft") =>
    earlierEventsOf(
      {
        ofVisit: () => [...others],
        service: { row: () => undefined },
        summary: () => ({ ...unkeptEntry, eventId, source, state }),
      },
      { eventId, visitId: buildGuid(2, 1), serviceDate: "2026-11-18" },
    ).map((each) => each.eventId);
  expect(told({ kind: "new" })).toEqual([unknown, charged]);
  expect(told({ kind: "reissue", corrects: { invoice: 15, reason: "Code" } })).toEqual([unknown]);
  // What a correction replaced is not to be sent: nothing is wrong with it.
  expect(told({ kind: "new" }, "charged")).toEqual([]);
});

test("a stopped check says nothing of the rest", async () => {
  const abort = new AbortController();
  const check = checkMany([1, 2, 3, 4, 5, 6, 7, 8], async () => ({ hasProblems: false, warnings: [] }), {
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  await expect(check).rejects.toThrow(/abort/i);
});
