import { Listeners } from "#room/signals/listeners.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";
export type Density = "comfortable" | "compact";

export interface Appearance {
  theme: Theme;
  density: Density;
  /** Single keys such as "?" and "r" run commands (WCAG 2.1.4 requires a way to turn them off). */
  singleKeys: boolean;
}

const storageKey = "appearance";
const standard: Appearance = { theme: "system", density: "comfortable", singleKeys: true };
const listeners = new Listeners();
const choiceListeners = new Listeners();
let current = standard;

export function readAppearance(value: unknown): Appearance {
  const { theme, density, singleKeys }: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    density: density === "compact" ? "compact" : "comfortable",
    singleKeys: singleKeys !== false,
  };
}

/** Applies what this browser last showed, so that the first paint is right. Contains no personal data. */
export function startAppearance(): void {
  try {
    show(readAppearance(JSON.parse(localStorage.getItem(storageKey) ?? "null")));
  } catch {
    show(standard);
  }
}

/** The user chose. */
export function changeAppearance(change: Partial<Appearance>): void {
  takeAppearance({ ...current, ...change });
  choiceListeners.tell();
}

/** Applies it, and stores it for the first paint of the next load. */
export function takeAppearance(next: Appearance): void {
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  show(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // No storage: it lasts until the page is closed.
  }
}

/** Called when the user chose, not when a stored appearance was applied. */
export const onAppearanceChosen = choiceListeners.add;

export function currentAppearance(): Appearance {
  return current;
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, currentAppearance);
}

const subscribe = listeners.add;

function show(next: Appearance): void {
  current = next;
  const { dataset } = document.documentElement;
  if (next.theme === "system") delete dataset["theme"];
  else dataset["theme"] = next.theme;
  dataset["density"] = next.density;
  listeners.tell();
}
