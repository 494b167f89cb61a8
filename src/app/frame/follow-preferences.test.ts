import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Preferences } from "#room/workspace/storage/kept-value.ts";
import { Listeners } from "#room/signals/listeners.ts";
import { changeAppearance, currentAppearance } from "#room/app/appearance.ts";
import { followPreferences } from "./follow-preferences.ts";

let stop = () => {};

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});

afterEach(() => {
  changeAppearance({ theme: "system", density: "comfortable", singleKeys: true });
  stop();
  vi.unstubAllGlobals();
});

/** Preferences whose writing takes until it is told. */
function slowPreferences() {
  const listeners = new Listeners();
  const writes: (() => void)[] = [];
  let value: Preferences = {};
  const set = (next: Preferences) => {
    value = next;
    listeners.tell();
  };
  const preferences = {
    get: () => value,
    subscribe: listeners.add,
    update: async (change: (before: Preferences) => Preferences) => {
      await new Promise<void>((resolve) => writes.push(resolve));
      set(change(value));
    },
  };
  const write = async () => {
    writes.shift()?.();
    await new Promise(setImmediate);
  };
  return { preferences, set, write };
}

test("a choice stays while another preference is saved", async () => {
  const { preferences, set, write } = slowPreferences();
  stop = followPreferences(preferences);
  changeAppearance({ theme: "dark" });
  set({ other: 1 });
  expect(currentAppearance().theme).toBe("dark");
  changeAppearance({ theme: "light" });
  await write();
  expect(currentAppearance().theme).toBe("light");
  await write();
  expect(currentAppearance().theme).toBe("light");
  expect(preferences.get()).toMatchObject({ other: 1, appearance: { theme: "light" } });
});

test("what another tab or user chose is shown", async () => {
  const { preferences, set, write } = slowPreferences();
  stop = followPreferences(preferences);
  set({ appearance: { density: "compact" } });
  expect(currentAppearance().density).toBe("compact");
  changeAppearance({ singleKeys: false });
  await write();
  set({ appearance: { density: "comfortable" } });
  expect(currentAppearance()).toEqual({ theme: "system", density: "comfortable", singleKeys: true });
});

test("a choice that cannot be saved stays", async () => {
  const { preferences } = slowPreferences();
  stop = followPreferences({ ...preferences, update: () => Promise.reject(new Error("full")) });
  changeAppearance({ theme: "dark" });
  await new Promise(setImmediate);
  expect(currentAppearance().theme).toBe("dark");
});
