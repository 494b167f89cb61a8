import { IDBObjectStore as FDBObjectStore } from "fake-indexeddb";
import { afterEach, expect, test, vi } from "vitest";
import { desk, heldEncryption } from "#room/workspace/test-workspace.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { emptyComposer } from "./composer-state.ts";
import { DraftWriter } from "./draft-writer.ts";
import type { DraftOnShow } from "./draft-writer-parts.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function openDraft({ messages }: Workspace) {
  const shown: DraftOnShow[] = [];
  const asides: string[] = [];
  const writer = new DraftWriter({
    draftId: "m",
    messages,
    first: emptyComposer,
    show: (draft) => shown.push(draft),
    onSave: () => undefined,
    onSetAside: () => asides.push("told"),
  });
  await writer.open();
  return { writer, shown, asides };
}

const subjects = ({ messages }: Workspace) => messages.list().map(({ subject }) => subject);

test("what another tab was faster than is another draft", async () => {
  const { enter, machine } = desk();
  const [one, two] = [await enter(), await enter()];
  const first = await openDraft(one);
  first.writer.take({ ...emptyComposer, subject: "stored" });
  await first.writer.flush();
  const second = await openDraft(two);
  await expect
    .poll(() => second.shown.at(-1))
    .toMatchObject({ role: "follower", state: { subject: "stored" } });
  // The save begins, and is encrypted only after the other tab has the draft.
  const held = heldEncryption();
  first.writer.take({ ...emptyComposer, subject: "typed" });
  const late = first.writer.flush().catch(() => undefined);
  await expect.poll(held.begun).toBe(true);
  first.writer.take({ ...emptyComposer, subject: "typed since" });
  const taken = second.writer.takeOver();
  machine.pass(2000);
  await taken;
  await expect.poll(() => first.shown.at(-1)?.role).toBe("follower");
  held.goOn();
  await late;
  expect(first.asides).toEqual(["told"]);
  expect(subjects(one).toSorted()).toEqual(["stored", "typed since"]);
  await expect.poll(() => subjects(two).toSorted()).toEqual(["stored", "typed since"]);
  expect(second.asides).toEqual([]);
});

test("a draft given up whole has no twin", async () => {
  const { enter } = desk();
  const [one, two] = [await enter(), await enter()];
  const first = await openDraft(one);
  first.writer.take({ ...emptyComposer, subject: "last word" });
  await first.writer.flush();
  await expect.poll(() => subjects(two)).toEqual(["last word"]);
  const second = await openDraft(two);
  first.writer.take({ ...emptyComposer, subject: "very last word" });
  await second.writer.takeOver();
  await expect.poll(() => first.shown.at(-1)).toMatchObject({ role: "follower" });
  await expect
    .poll(() => second.shown.at(-1))
    .toMatchObject({ role: "writer", state: { subject: "very last word" } });
  expect([first.asides, subjects(one)]).toEqual([[], ["very last word"]]);
});

test("what found no room when left is shown again", async () => {
  const { enter } = desk();
  const one = await enter();
  const first = await openDraft(one);
  first.writer.take({ ...emptyComposer, subject: "stored" });
  await first.writer.flush();
  const { put } = FDBObjectStore.prototype;
  const full = vi.spyOn(FDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No room", "QuotaExceededError");
  });
  first.writer.take({ ...emptyComposer, subject: "typed" });
  await first.writer.close();
  full.mockImplementation(put);
  const again = await openDraft(one);
  expect(again.shown.at(-1)).toMatchObject({ role: "writer", state: { subject: "typed" } });
  await again.writer.close();
  expect(subjects(one)).toEqual(["typed"]);
  expect((await openDraft(one)).shown).toHaveLength(1);
});
