import type { Tone } from "./state-badge.tsx";

export interface ToastContent {
  /** What happened, in a few words. */
  title: string;
  detail?: string;
  tone?: Tone;
  /** An action: "Undo", "Open". */
  action?: { label: string; run: () => void };
  /** Milliseconds until it disappears: default 10 s with an action, else 5 s; 0 means until closed. */
  stays?: number;
  /** Called once if it disappears without its action being used. */
  onGone?: () => void;
}

export interface ShownToast extends ToastContent {
  id: number;
}

let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly ShownToast[] => shown,
  /** Removes all of them. */
  clear: (): void => publish([]),
};

/** Shows a brief message at the bottom of the page. Returns a function that removes it. */
export function toast(content: ToastContent): () => void {
  const id = nextId++;
  publish([...shown, { ...content, id }].slice(-4));
  return () => publish(shown.filter((each) => each.id !== id));
}

export function dismissToast(id: number, usedAction = false): void {
  const found = shown.find((each) => each.id === id);
  publish(shown.filter((each) => each.id !== id));
  if (found && !usedAction) found.onGone?.();
}
