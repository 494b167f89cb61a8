/** Maps an event id to the first id under which its editor was opened. */
const openAs = new Map<string, string>();

/** Call when an open event gets a new id, so that its page does not start over. */
export function keepOpenAs(before: string, after: string): void {
  openAs.set(after, openName(before));
}

/** The stable name of an event's page, whatever its current id. */
export function openName(eventId: string): string {
  return openAs.get(eventId) ?? eventId;
}
