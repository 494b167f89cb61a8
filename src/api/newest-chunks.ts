/** The files of the newest build, listed beside it (`vite.config.ts`). Undefined when unavailable. */
export async function newestChunks(): Promise<readonly string[] | undefined> {
  try {
    const answer = await fetch("/chunks.json", { cache: "no-cache", signal: AbortSignal.timeout(10_000) });
    const list: unknown = answer.ok ? await answer.json() : undefined;
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this page is from an older build: its own entry script is gone from the newest one. */
export function isOutdated(chunks: readonly string[]): boolean {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  // There is no build during development.
  return own !== undefined && chunks.length > 0 && !chunks.includes(new URL(own).pathname);
}
