import { expect, test, vi } from "vitest";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import { desk, event, heldEncryption, id } from "#room/workspace/test-workspace.ts";
import { Saver } from "#room/features/parts/saver.ts";
import { saveOrSetAside, typedAside } from "./typed-aside.ts";

test("typed while a save took too long, it is kept", async () => {
  const { enter } = desk();
  const [one, two] = [await enter(), await enter()];
  const eventId = id("a");
  await one.visits.add(event("a"), { kind: "new" });
  await expect.poll(() => two.visits.summary(eventId)).toBeDefined();
  const [writer, follower] = [await one.visits.edit(eventId), await two.visits.edit(eventId)];
  let note = "first";
  const typed = () => event("a", note);
  const saver = new Saver();
  const save = () => writer.put(typed());
  saver.use(() => saveOrSetAside({ workspace: one, eventId, save, typed }));
  // The save begins, and is encrypted only after the other tab has the visit.
  const held = heldEncryption();
  saver.soon();
  await expect.poll(held.begun).toBe(true);
  note = "typed since";
  await follower.takeOver();
  held.goOn();
  await expect(saver.flush()).rejects.toThrow(NotTheWriter);
  vi.restoreAllMocks();
  expect((await two.visits.get(eventId))?.event["note"]).toBe("typed");
  expect(typedAside(one).get().get(eventId)).toEqual(typed());
  expect(typedAside(two).get().size).toBe(0);
  typedAside(one).drop(eventId);
  expect(typedAside(one).get().size).toBe(0);
});
