import { expect, it } from "vitest";
import { unreadCount } from "./unread-count.ts";

it("counts unmarked messages, and recounts when the marks change", () => {
  const list = [1, 2, 3].map((messageId) => ({ messageId, messageSize: 0, hasAttachments: false }));
  expect(unreadCount(list, {})).toBe(3);
  expect(unreadCount(list, { 2: true, 9: true })).toBe(2);
  expect(unreadCount(list, {})).toBe(3);
  expect(unreadCount([], { 2: true })).toBe(0);
});
