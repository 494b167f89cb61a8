import { onceFor } from "#room/signals/once-for.ts";

export type MailWay = "handed over" | "fetched";

/** When the mail service last responded to this process properly, and why the last try failed, if it did. */
const known = onceFor((_store: object) => ({
  contacts: new Map<MailWay, number>(),
  failures: new Map<MailWay, string>(),
}));

export function noteContact(store: object, way: MailWay, at: Date): void {
  const { contacts, failures } = known(store);
  contacts.set(way, at.getTime());
  failures.delete(way);
}

/** The reason is the end of a sentence. */
export function noteFailure(store: object, way: MailWay, reason: string): void {
  known(store).failures.set(way, reason);
}

export const lastFailure = (store: object, way: MailWay) => known(store).failures.get(way);

/** Undefined: not since the start. */
export const lastContact = (store: object, way: MailWay) => known(store).contacts.get(way);
