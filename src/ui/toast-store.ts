import { Listeners } from "#room/signals/listeners.ts";
import type { Tone } from "./state-badge.tsx";

export interface ToastContent {
  title: string;
  detail?: string;
  tone?: Tone;
  action?: { label: string; run: () => void };
  /** Milliseconds until it disappears: default 10 s with an action, else 5 s; 0, the default of errors, until closed. */
  stays?: number;
}

export interface ShownToast extends ToastContent {
  id: number;
  stays: number;
}

let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Listeners();

function publish(next: readonly ShownToast[]): void {
  shown = next;
  listeners.tell();
}

export const toastStore = {
  subscribe: listeners.add,
  snapshot: (): readonly ShownToast[] => shown,
  clear: (): void => publish([]),
};

const usualStay = ({ tone, action }: ToastContent) => (tone === "bad" ? 0 : action ? 10_000 : 5_000);

const mostBrief = 3;

/**
 * Shows a message at the bottom of the page. Returns a function that removes it. One that stays is only ever replaced
 * by its own repetition.
 */
export function toast(content: ToastContent): () => void {
  const id = nextId++;
  const stays = content.stays ?? usualStay(content);
  const others = shown.filter(
    ({ stays: kept, title, detail }) => kept > 0 || title !== content.title || detail !== content.detail,
  );
  const all = [...others, { ...content, id, stays }];
  const gone = new Set(all.filter((each) => each.stays > 0).slice(0, -mostBrief));
  publish(all.filter((each) => !gone.has(each)));
  return () => dismissToast(id);
}

/** That something failed, with the error's own words. */
export function toastError(title: string, error: unknown, tone: Tone = "bad"): void {
  toast({ title, detail: error instanceof Error ? error.message : "", tone });
}

export function dismissToast(id: number): void {
  publish(shown.filter((each) => each.id !== id));
}
