/** What saves typed text now (`useWhenLeaving`). */
export const saves = new Set<() => Promise<void> | undefined>();

/** A slow disk has this long; the page is covered meanwhile. */
const patienceMs = 10_000;

/** Saves all that was typed, as when the page is left; resolves when it is saved, cannot be, or takes too long. */
export async function saveAll(): Promise<void> {
  const all = Promise.allSettled([...saves].map(async (save) => save()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
