/** The files of the newest build, written beside it (`vite.config.ts`). Undefined when they cannot be asked for now. */
export async function newestChunks(): Promise<readonly string[] | undefined> {
  try {
    const answer = await fetch("/chunks.json", { cache: "no-cache", signal: AbortSignal.timeout(10_000) });
    const list: unknown = answer.ok ? await answer.json() : undefined;
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : undefined;
  } catch {
    return undefined;
  }
}

/** True when this page was made by another build than the newest: its own first script is gone from it. */
export function isOutdated(chunks: readonly string[]): boolean {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  // While developing there is no build.
  return own !== undefined && chunks.length > 0 && !chunks.includes(new URL(own).pathname);
}
