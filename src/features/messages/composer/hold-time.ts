import type { Preferences } from "#room/workspace/storage/kept-value.ts";

const preference = "messages.holdSeconds";
export const holdChoices = [0, 5, 10, 20, 30, 60] as const;

/** How long a message is held before sending, in seconds: 10 unless the user chose otherwise. */
export function holdSeconds(preferences: Preferences): number {
  const chosen = preferences[preference];
  return typeof chosen === "number" && chosen >= 0 && chosen <= 120 ? chosen : 10;
}

export function withHoldSeconds(preferences: Preferences, seconds: number): Preferences {
  return { ...preferences, [preference]: seconds };
}
