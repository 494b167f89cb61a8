import type { CallFailure } from "./failures.ts";

const listeners = new Set<(failure: CallFailure) => void>();

/** Told of every call that failed, whoever made it and whatever they do about it. */
export function onCallFailure(listener: (failure: CallFailure) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellCallFailure(failure: CallFailure): void {
  for (const listener of listeners) listener(failure);
}
