export type MailWay = "handed over" | "fetched";

const contacts = new WeakMap<object, Map<MailWay, number>>();

/** The mail service responded to this process properly. */
export function noteContact(store: object, way: MailWay, at: Date): void {
  const known = contacts.get(store) ?? new Map<MailWay, number>();
  contacts.set(store, known.set(way, at.getTime()));
  failures.get(store)?.delete(way);
}

const failures = new WeakMap<object, Map<MailWay, string>>();

/** The last try failed, and why: the end of a sentence. */
export function noteFailure(store: object, way: MailWay, reason: string): void {
  const known = failures.get(store) ?? new Map<MailWay, string>();
  failures.set(store, known.set(way, reason));
}

/** Why the last try failed; undefined if it did not. */
export function lastFailure(store: object, way: MailWay): string | undefined {
  return failures.get(store)?.get(way);
}

/** The last time it did; undefined: not since the start. */
export function lastContact(store: object, way: MailWay): number | undefined {
  return contacts.get(store)?.get(way);
}
