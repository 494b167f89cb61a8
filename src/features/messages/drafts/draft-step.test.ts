import { expect, test } from "vitest";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { draftStep, goesUp } from "./draft-step.ts";

const id = "a".repeat(32);
const facts = { to: [], subject: "", preview: "", attachmentCount: 0, createdAt: 0, updatedAt: 0 };
const entry = (more: Partial<MessageEntry> = {}): MessageEntry => ({
  id,
  state: "draft",
  revision: 3,
  attempts: [],
  clientMessageId: `${id}-3`,
  ...facts,
  ...more,
});
const draft = { to: [], cc: [], bcc: [], subject: "", textBody: "", files: [] };
const theirs = { version: 2, editorId: "there", draft };
const gone = { version: 2, editorId: "there" };
const known = { version: 1, revision: 3, files: [] };

test("what another browser wrote comes here, what it sent ends", () => {
  expect(draftStep(undefined, theirs, "here")).toBe("adopt");
  expect(draftStep(undefined, gone, "here")).toBe("nothing");
  expect(draftStep(entry({ onService: known }), theirs, "here")).toBe("adopt");
  expect(draftStep(entry({ onService: known }), gone, "here")).toBe("end");
  // Discarded here, written on there: nothing is lost.
  expect(draftStep(entry({ onService: known, discardedAt: 1 }), theirs, "here")).toBe("adopt");
  expect(draftStep(entry({ onService: known, discardedAt: 1 }), gone, "here")).toBe("note");
});

test("own changes whose answer was lost are only noted", () => {
  const own = { ...theirs, editorId: "here" };
  expect(draftStep(entry(), own, "here")).toBe("note");
  expect(draftStep(entry({ onService: { ...known, version: 2 } }), own, "here")).toBe("nothing");
});

test("a restored service gets what is newer here", () => {
  expect(draftStep(entry({ onService: { ...known, version: 9 } }), theirs, "here")).toBe("note");
});

test("what is being sent is left alone", () => {
  expect(draftStep(entry({ state: "waiting", onService: known }), gone, "here")).toBe("nothing");
  expect(draftStep(entry({ state: "sent", onService: known }), gone, "here")).toBe("note");
});

test("what the service lacks goes up", () => {
  expect(goesUp(entry())).toBe("save");
  expect(goesUp(entry({ onService: known }))).toBeUndefined();
  expect(goesUp(entry({ onService: { ...known, revision: 2 } }))).toBe("save");
  // Brought back by Undo.
  expect(goesUp(entry({ onService: { ...known, isGone: true } }))).toBe("save");
  expect(goesUp(entry({ onService: known, discardedAt: 1 }))).toBe("discard");
  expect(goesUp(entry({ onService: { ...known, isGone: true }, discardedAt: 1 }))).toBeUndefined();
  // Begun and never typed in.
  expect(goesUp(entry({ discardedAt: 1 }))).toBeUndefined();
  expect(goesUp(entry({ state: "sent", onService: known }))).toBe("discard");
  expect(goesUp(entry({ state: "unknown", onService: known }))).toBeUndefined();
});
