import type { DraftEvent } from "#room/billing/draft-event.ts";
import { expect, test } from "vitest";
import { VisitBody, bodyOf, recordOf } from "./visit-body.ts";

const event: DraftEvent = { eventId: "a", note: "one\ntwo\u2028three", list: [1, { deep: null }] };
const other: DraftEvent = { ...event, note: "another" };

test.each([
  ["a draft", { eventId: "a", event, revision: 3 }],
  ["an untouched import", { eventId: "a", event, imported: event, revision: 1 }],
  ["an edited import", { eventId: "a", event, imported: other, revision: 2 }],
  [
    "a newer import beside it",
    { eventId: "a", event, imported: other, incoming: { eventId: "a" }, revision: 2 },
  ],
  [
    "what is kept beside it",
    {
      eventId: "a",
      event,
      story: [{ at: 1, words: "Charge 1" }],
      filled: [{ row: 0, member: "feeId", text: "f" }],
      typing: { path: "visitCharged.charges.0.charge.amount", text: "16", before: "" },
      revision: 2,
    },
  ],
])("%s is read as it was written", (_what, record) => {
  const body = VisitBody.read(bodyOf(record).written());
  expect(recordOf(body)).toEqual(record);
  expect(body.text).toBe(JSON.stringify(event));
});

test("content kept by an earlier edition is still read", async () => {
  const written = JSON.stringify({ eventId: "a", event, isAsImported: true, revision: 4 });
  const body = VisitBody.read(written);
  expect(recordOf(body)).toEqual({ eventId: "a", event, imported: event, revision: 4 });
  expect(body.text).toBe(JSON.stringify(event));
});
