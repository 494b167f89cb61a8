import { expect, test } from "vitest";
import { asDraft } from "#room/billing/draft-event.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { newPlace } from "#room/workspace/outbox/outgoing-queue.ts";
import { indexOf } from "#room/workspace/outbox/test-index.ts";
import type { VisitBody } from "./visit-body.ts";
import { newEntryOf, unkeptEntry, type VisitEntry } from "./visit-entry.ts";
import type { VisitRecord } from "./visit-record.ts";
import { reissueVisit } from "./visit-reissue.ts";
import type { ReissueOptions } from "./visits.ts";

const facts = { ...unkeptEntry, visitId: "v" };
const sentEvent = asDraft({ eventId: "a", note: "sent" });

const attempt: Attempt = { number: 1, startedAt: 1, by: "casey", contentHash: "h", outcome: "withheld" };
const withheld = { state: "withheld", attempts: [attempt] } as const;

interface Given {
  readonly entry?: Partial<VisitEntry>;
  readonly record?: Partial<VisitRecord>;
  readonly standIn?: string;
}

/** A draft "a" in memory, and what is asked of the store besides its rows. */
function draft({ entry, record, standIn }: Given = {}) {
  const before: VisitEntry = { ...unkeptEntry, eventId: "a", createdAt: 5, revision: 3, ...entry };
  const stored: VisitRecord = {
    eventId: "a",
    event: asDraft({ eventId: "a", note: "typed" }),
    revision: 3,
    ...record,
  };
  const { rows, written, meanwhile, index } = indexOf<VisitEntry>({ a: before });
  const bodies = new Map([["a", stored]]);
  const removed: string[] = [];
  const sealed: unknown[] = [];
  const store = {
    index,
    get: async (id: string) => bodies.get(id),
    remove: async (ids: readonly string[]) => {
      removed.push(...ids);
      return { removed: [], kept: [] };
    },
    attemptContent: async (_id: string, number: number) => (number === 0 ? undefined : { sent: sentEvent }),
    rewrite: async (id: string, change: (known: VisitRecord) => VisitRecord) => {
      const known = bodies.get(id);
      if (known) bodies.set(id, change(known));
    },
    summariser: async () => () => facts,
    newEntry: (made: VisitRecord, source: VisitEntry["source"]) =>
      newEntryOf(made, source, { facts, now: 9 }),
  };
  const parts = {
    store,
    seal: async ({ head, event }: VisitBody) => {
      sealed.push({ ...head, event });
      return { store: "bodies" as const, key: "new" };
    },
    unseal: async (id: string) => ({ store: "bodies" as const, key: id }),
    standIn: () => standIn,
  };
  const reissue = (options?: ReissueOptions) => reissueVisit(parts, "a", options);
  return { rows, written, meanwhile, bodies, removed, sealed, before, reissue };
}

test.each([
  ["waits to be sent", { queued: newPlace(1), state: "waiting" }, "It is waiting to be sent"],
  ["may have been charged", { ...withheld, state: "unknown" }, "settle it first"],
  ["was charged", { ...withheld, state: "charged" }, "It was charged"],
  ["was sent and imported anew", { ...withheld, hasIncoming: true }, "Merge the two"],
] as const)("an event that %s keeps its ID", async (_name, entry, words) => {
  const { rows, removed, reissue } = draft({ entry });
  await expect(reissue({ typed: "b" })).rejects.toThrow(words);
  expect(rows.get("a")).toMatchObject(entry);
  expect(removed).toEqual(["b"]);
});

test("what another tab did meanwhile counts", async () => {
  const because = async (newer: Partial<VisitEntry>, options?: ReissueOptions) => {
    const { before, meanwhile, removed, reissue } = draft();
    meanwhile.set("a", { ...before, ...newer });
    const said = await reissue({ typed: "b", ...options }).catch((error: Error) => error.message);
    return [said, removed];
  };
  expect(await because({ revision: 4 }, { seen: 3 })).toEqual([expect.stringContaining("changed"), ["b"]]);
  expect(await because({ revision: 4 })).toEqual(["b", []]);
  expect(await because(withheld)).toEqual(["It was just sent under its current event ID", ["b"]]);
  expect(await because({ queued: newPlace(1) })).toEqual([expect.stringContaining("waiting"), ["b"]]);
});

test("the version another tab made stands", async () => {
  const { rows, removed, before, reissue } = draft({ entry: withheld, standIn: "c" });
  expect(await reissue({ typed: "b" })).toBe("c");
  expect(rows.get("a")).toEqual(before);
  expect(removed).toEqual(["b"]);
});

test("another visit’s ID, or a visit gone, is refused", async () => {
  const { rows, bodies, before, reissue } = draft();
  rows.set("b", { ...before, eventId: "b" });
  await expect(reissue({ typed: "b" })).rejects.toThrow("Another visit on this device");
  expect([rows.get("a"), rows.get("b")]).toEqual([before, { ...before, eventId: "b" }]);
  bodies.clear();
  await expect(reissue()).rejects.toThrow("no longer on this device");
  rows.clear();
  await expect(reissue()).rejects.toThrow("no longer on this device");
});

test("a draft never sent takes along all that is known", async () => {
  const incoming = asDraft({ eventId: "a", note: "newer" });
  const source = { kind: "import", name: "f.json" } as const;
  const seen = { serviceVisitId: "v", seenEventId: "e" };
  const notes = { story: [{ at: 1, words: "typed" }], filled: [{ row: 0, member: "fee", text: "1" }] };
  const { rows, written, removed, sealed, reissue } = draft({
    entry: { source, edited: true, hasIncoming: true, isExample: true, formerIds: ["b", "o"], ...seen },
    record: { incoming, ...notes },
  });
  expect(await reissue({ typed: "b" })).toBe("b");
  expect(rows.get("b")).toEqual({
    ...unkeptEntry,
    ...facts,
    ...seen,
    eventId: "b",
    revision: 1,
    source,
    createdAt: 5,
    updatedAt: 9,
    edited: true,
    hasIncoming: true,
    isExample: true,
    formerIds: ["o", "a"],
  });
  expect(rows.has("a")).toBe(false);
  // The new row first; both are on disk before anybody goes on.
  expect(written).toEqual([
    { id: "b", strict: true, writes: [{ store: "bodies", key: "new" }] },
    { id: "a", strict: true, writes: [{ store: "bodies", key: "a" }] },
  ]);
  expect(sealed).toEqual([
    { eventId: "b", event: asDraft({ eventId: "b", note: "typed" }), revision: 1, incoming, ...notes },
  ]);
  expect(removed).toEqual([]);
});

test("after an answer the next version is another event", async () => {
  const { rows, written, bodies, sealed, reissue } = draft({
    entry: { ...withheld, edited: true, formerIds: ["o"] },
    record: { incoming: asDraft({ eventId: "a" }) },
  });
  const next = await reissue();
  expect(next).toMatch(/^[0-9a-f]{32}$/);
  expect(rows.get(next)).toEqual({
    ...unkeptEntry,
    ...facts,
    eventId: next,
    revision: 1,
    source: { kind: "reissue", name: "a" },
    createdAt: 9,
    updatedAt: 9,
  });
  expect(rows.get("a")).toMatchObject({ ...withheld, replacedBy: next });
  // The newer import is of the event that was sent.
  expect(sealed).toEqual([expect.not.objectContaining({ incoming: expect.anything() })]);
  // What was sent stays; it is what its attempts show.
  expect(bodies.get("a")?.event).toEqual(sentEvent);
  expect(written.at(-1)).toEqual({ id: "a", strict: true, writes: [] });
});

test("an imported draft is compared with its file again", async () => {
  const event = asDraft({ eventId: "a", note: "typed" });
  const edited = async (imported: object) => {
    const { rows, reissue } = draft({
      record: { event, imported: asDraft(imported) },
      entry: { edited: true },
    });
    await reissue({ typed: "b" });
    return rows.get("b")?.edited;
  };
  expect(await edited({ ...event, eventId: "b" })).toBe(false);
  expect(await edited(event)).toBe(true);
});

test("a correction’s next version corrects the same invoice", async () => {
  const source = { kind: "correction", name: "o", corrects: { invoice: 7, reason: "" } } as const;
  const { rows, reissue } = draft({ entry: { ...withheld, source } });
  expect(rows.get(await reissue())?.source).toEqual(source);
});
