import { expect, it } from "vitest";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { changesIt, labelsIn, type MarkChange, undoOf, withChange } from "./mark-change.ts";

const summary: MailboxSummary = { messageId: 1, messageSize: 1, hasAttachments: false };
const changes: readonly MarkChange[] = [{ isRead: true }, { isArchived: true }, { addLabel: "Billing" }];

it("changes a message once, and undo brings it back", () => {
  for (const change of changes) {
    expect(changesIt(summary, change)).toBe(true);
    const changed = withChange(summary, change);
    expect(changesIt(changed, change)).toBe(false);
    const back = withChange(changed, undoOf(change));
    for (const each of changes) expect(changesIt(back, each)).toBe(true);
  }
});

it("takes labels in any case for the same", () => {
  const labeled = withChange(summary, { addLabel: "Billing" });
  expect(changesIt(labeled, { addLabel: "BILLING" })).toBe(false);
  expect(withChange(labeled, { removeLabel: "billing" }).labels).toEqual([]);
  expect(labelsIn([labeled, summary, withChange(summary, { addLabel: "billing" })])).toEqual(["Billing"]);
});
