import { expect, onTestFinished, test, vi } from "vitest";
import { saveAll, saves } from "./save-all.ts";

function saved(save: () => Promise<void> | undefined): void {
  saves.add(save);
  onTestFinished(() => void saves.delete(save));
}

test("all that was typed is awaited, whatever fails", async () => {
  const done: string[] = [];
  saved(() => {
    throw new Error("A cell that cannot be read");
  });
  saved(() => Promise.reject(new Error("full")));
  saved(() => undefined);
  saved(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push("written");
  });
  await saveAll();
  expect(done).toEqual(["written"]);
});

test("a save without an end holds the lock ten seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  saved(() => new Promise(() => {}));
  const end = vi.fn();
  void saveAll().then(end);
  await vi.advanceTimersByTimeAsync(9999);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toHaveBeenCalled();
});
