import { isAwayStatus } from "#room/contract/service-away.ts";

/**
 * Whether this page is from an older build: the newest page starts with another script. Undefined while the service
 * cannot be reached.
 */
export async function isOutdated(): Promise<boolean | undefined> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src");
  try {
    const answer = await fetch("/", { cache: "no-cache", signal: AbortSignal.timeout(10_000) });
    if (isAwayStatus(answer.status)) return undefined;
    return answer.ok && typeof own === "string" && !(await answer.text()).includes(own);
  } catch {
    return undefined;
  }
}
