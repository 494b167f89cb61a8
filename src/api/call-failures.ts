import type { CallFailure } from "./failures.ts";

const listeners = new Set<(failure: CallFailure) => void>();

/** Called for every failed call, whoever made it and however they handle it. */
export function onCallFailure(listener: (failure: CallFailure) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportCallFailure(failure: CallFailure): void {
  for (const listener of listeners) listener(failure);
}
