import { expect, test, vi } from "vitest";
import { Saver } from "./saver.ts";

/** A saver of an event with that id, and what was saved to which place. */
function begin() {
  const typed = { eventId: "first" };
  const saver = new Saver();
  const saved: string[] = [];
  const to = (place: string) => () => {
    saved.push(`${place}: ${typed.eventId}`);
    return Promise.resolve();
  };
  return { typed, saver, saved, to };
}

test("what is typed while a draft moves waits, unsaved", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { typed, saver, saved, to } = begin();
  saver.use(to("old"));
  saver.hold();
  typed.eventId = "typed meanwhile";
  saver.soon();
  await vi.advanceTimersByTimeAsync(2000);
  expect(saver.state.get().kind).toBe("pending");
  expect(saved).toEqual([]);
  saver.use(to("new"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(saved).toEqual(["new: typed meanwhile"]);
  expect(saver.state.get().kind).toBe("saved");
  vi.useRealTimers();
});

test("a draft that cannot move is saved where it was", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { typed, saver, saved, to } = begin();
  saver.use(to("old"));
  const goOn = saver.hold();
  typed.eventId = "typed meanwhile";
  goOn();
  await vi.advanceTimersByTimeAsync(2000);
  expect(saved).toEqual(["old: typed meanwhile"]);
  vi.useRealTimers();
});
