import { describe, expect, it, vi } from "vitest";
import type { MessageSummary } from "#room/contract/operations/messages.ts";
import { parseSearch, searchSummaries } from "./search-query.ts";
import { newestFirst, senderName, sortSummaries } from "./sort-summaries.ts";

const summary = (messageId: number, more: Partial<MessageSummary> = {}): MessageSummary => ({
  messageId,
  subject: `Subject ${messageId}`,
  from: `Desk ${messageId} <desk${messageId}@direct.x.example>`,
  dateReceived: `2026-11-${String(messageId).padStart(2, "0")}T10:00:00.0000000`,
  messageSize: messageId * 1000,
  hasAttachments: messageId % 2 === 0,
  ...more,
});

const list = [3, 2, 1].map((id) => summary(id));
const context = { isUnread: (one: MessageSummary) => one.messageId === 2 };
const ids = (found: readonly MessageSummary[]) => found.map((one) => one.messageId);
const search = (text: string) => ids(searchSummaries(list, text, context));

describe("searchSummaries", () => {
  it("gives the same list back for an empty search", () => {
    expect(searchSummaries(list, "  ", context)).toBe(list);
  });

  it.each([
    ["nothing like it", []],
    ["desk2", [2]],
    ["SUBJECT 3", [3]],
    ['"nov 2"', [2]],
    ["2026-11-03", [3]],
    ['"2 kb"', [2]],
    ["attachment", [2]],
    ["has:attachment", [2]],
    ["is:unread", [2]],
    ["from:desk1", [1]],
    ["subject:3 desk", [3]],
    ["after:2026-11-02 before:2026-11-03", [2]],
    ["larger:2kb", [3]],
    ["smaller:2k", [1]],
    ['"desk 3 <desk3"', [3]],
    ["#1", [1]],
    ["re:hello", []],
  ])("finds for %j", (text, expected) => {
    expect(search(text)).toEqual(expected);
  });

  it("treats unknown terms as words", () => {
    expect(parseSearch("claim:20391").words).toEqual(["claim:20391"]);
  });
});

describe("sortSummaries", () => {
  it("leaves the service's order as it is", () => {
    expect(sortSummaries(list, newestFirst)).toEqual(list);
  });

  it("sorts by each column, equal ones newest first", () => {
    expect(ids(sortSummaries(list, { key: "size", descending: false }))).toEqual([1, 2, 3]);
    expect(ids(sortSummaries(list, { key: "received", descending: false }))).toEqual([1, 2, 3]);
    expect(ids(sortSummaries(list, { key: "attachment", descending: true }))).toEqual([2, 3, 1]);
    expect(
      ids(
        sortSummaries([summary(1, { subject: "Re: b" }), summary(2, { subject: "A" })], {
          key: "subject",
          descending: false,
        }),
      ),
    ).toEqual([2, 1]);
  });
});

describe("senderName", () => {
  it.each([
    ["Desk <d@x.y>", "Desk"],
    ['"Park, Ines" <d@x.y>', "Park, Ines"],
    ["<d@x.y>", "d@x.y"],
    ["d@x.y", "d@x.y"],
    [undefined, "Unknown sender"],
  ])("reads %j", (from, expected) => {
    expect(senderName(from)).toBe(expected);
  });
});

it("finds a message by the day its row shows", () => {
  vi.stubEnv("TZ", "America/New_York");
  const late = { ...summary(3), dateReceived: "2026-11-03T02:00:00.0000000" };
  const found = (text: string) => searchSummaries([late], text, { isUnread: () => false }).length;
  const searches = [
    '"nov 2"',
    "2026-11-02",
    "after:2026-11-02 before:2026-11-03",
    '"nov 3"',
    "after:2026-11-03",
  ];
  expect(searches.map(found)).toEqual([1, 1, 1, 0, 0]);
  vi.unstubAllEnvs();
});
