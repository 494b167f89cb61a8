/** What a proxy answers for a service that is down, and the service itself while it stops. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether an answer with this status says that the service is down for now. */
export function isAwayStatus(status: number): boolean {
  return awayStatuses.has(status);
}

/**
 * Whether an answer for a page or a file that needs no session says that the service fails. One that has no such file may not
 * know how to say so (501), but it does not fail.
 */
export function isFailing(status: number): boolean {
  return status >= 500 && status !== 501;
}
