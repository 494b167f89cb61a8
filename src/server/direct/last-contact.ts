export type MailWay = "handed over" | "fetched";

const contacts = new WeakMap<object, Map<MailWay, number>>();

/** The mail service responded to this process properly. */
export function noteContact(store: object, way: MailWay, at: Date): void {
  const known = contacts.get(store) ?? new Map<MailWay, number>();
  contacts.set(store, known.set(way, at.getTime()));
}

/** The last time it did; undefined: not since the start. */
export function lastContact(store: object, way: MailWay): number | undefined {
  return contacts.get(store)?.get(way);
}
