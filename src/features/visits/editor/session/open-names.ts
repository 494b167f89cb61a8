/** Event ids under which the same editor goes on: the page of the second is the page of the first. */
const openAs = new Map<string, string>();

/** The event was given another id while it was open: its page shall not begin anew. */
export function keepOpenAs(before: string, after: string): void {
  openAs.set(after, openName(before));
}

/** What the page of an event is called, whatever its id is now. */
export function openName(eventId: string): string {
  return openAs.get(eventId) ?? eventId;
}
