/** How far the service's clock is ahead of this computer's. Milliseconds. */
let ahead = 0;

/** Answers carry the time to the second; transit makes it look late, never early. */
export function noteServiceTime(date: string | null): void {
  const serviceTime = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(serviceTime)) ahead = serviceTime - Date.now();
}

/** By how much this computer's clock is behind; 0 until the service's is known. Milliseconds. */
export function behindMs(): number {
  // The header has whole seconds, so a small difference is none.
  return Math.abs(ahead) < 2000 ? 0 : ahead;
}

/** Milliseconds since 1970 by the service's clock; by this computer's until the service's is known. */
export function serviceNow(): number {
  return Date.now() + behindMs();
}
