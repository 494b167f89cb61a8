import { isFailing } from "#room/contract/service-away.ts";

/**
 * Whether this page is from an older build: the newest page starts with other scripts. Undefined while the service
 * cannot be reached.
 */
export async function isOutdated(): Promise<boolean | undefined> {
  const own = document.querySelectorAll('script[type="module"][src]');
  try {
    const answer = await fetch("/", { cache: "no-cache", signal: AbortSignal.timeout(10_000) });
    if (isFailing(answer.status)) return undefined;
    const newest = await answer.text();
    return answer.ok && Array.from(own).some((script) => !newest.includes(script.getAttribute("src") ?? ""));
  } catch {
    return undefined;
  }
}
