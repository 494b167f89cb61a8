import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TiffReader } from "./open-tiff.ts";
import type { TiffAnswer, TiffTask } from "./tiff.worker.ts";

/** A file whose first page is never drawn, and whose others are as wide as their number says. */
class SlowFirstPage extends EventTarget {
  static started = 0;
  #isBusy = false;

  constructor() {
    super();
    SlowFirstPage.started += 1;
  }

  postMessage(task: TiffTask): void {
    if (this.#isBusy) return;
    if ("bytes" in task) this.#answer({ count: 3 });
    else if (task.page === 0) this.#isBusy = true;
    else this.#answer({ page: task.page, stretch: task.page });
  }

  #answer(data: TiffAnswer): void {
    setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })), 100);
  }

  terminate(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", SlowFirstPage);
  vi.stubGlobal("location", { href: "http://here/", origin: "http://here" });
  SlowFirstPage.started = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<TiffReader> {
  const reader = new TiffReader(new Blob(["II*"]));
  const count = reader.open();
  await vi.advanceTimersByTimeAsync(100);
  expect(await count).toBe(3);
  return reader;
}

test("after a page that takes too long others show", async () => {
  const reader = await opened();
  const first = expect(reader.page(0)).rejects.toThrow("too long");
  await vi.advanceTimersByTimeAsync(15_000);
  await first;
  const second = reader.page(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await second).toMatchObject({ stretch: 1 });
  expect(SlowFirstPage.started).toBe(2);
});

test("pages turned over quickly are not taken for another", async () => {
  const reader = await opened();
  const [second, third] = [reader.page(1), reader.page(2)];
  await vi.advanceTimersByTimeAsync(500);
  expect(await third).toMatchObject({ stretch: 2 });
  expect(await second).toMatchObject({ picture: undefined });
  reader.close();
  await reader.page(1);
  expect(SlowFirstPage.started).toBe(1);
});
