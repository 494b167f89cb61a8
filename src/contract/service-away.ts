/** What a proxy answers for a service that is down, and the service itself while it stops. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether an answer with this status says that the service is down for now. */
export function isAwayStatus(status: number): boolean {
  return awayStatuses.has(status);
}
