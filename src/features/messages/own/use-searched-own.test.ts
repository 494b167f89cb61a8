import { expect, it } from "vitest";
import { parseSearch } from "#room/features/messages/inbox/search-query.ts";
import { isFoundOwn } from "./use-searched-own.ts";

it("finds own messages by what they have", () => {
  const entry = { to: ["ann@b.example"], subject: "Labs", preview: "see", attachmentCount: 1, messageId: 7 };
  const isFound = (text: string, ids: number[] = []) => isFoundOwn(entry, parseSearch(text), new Set(ids));
  for (const text of ["", "ann see", "subject:labs", "has:attachment"]) expect(isFound(text)).toBe(true);
  for (const text of ["label:urgent", "from:ann", "is:unread", "subject:see", "other"])
    expect(isFound(text)).toBe(false);
  expect(isFound("in the body", [7])).toBe(true);
  expect(isFound("in the body label:urgent", [7])).toBe(false);
});
