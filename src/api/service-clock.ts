/** How far the service's clock is ahead of this computer's. Milliseconds. */
let ahead = 0;

/** An answer tells the time, to the second; what it took on its way makes ours late by as much, never early. */
export function hearServiceTime(date: string | null): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

/** Milliseconds since 1970 by the service's clock; by this computer's until the service has told. */
export function serviceNow(): number {
  const off = Math.abs(ahead);
  // A header tells whole seconds: so little is no difference.
  return Date.now() + (off < 2000 ? 0 : ahead);
}
