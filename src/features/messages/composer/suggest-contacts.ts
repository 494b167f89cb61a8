import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import type { Contact } from "#room/workspace/storage/kept-value.ts";

/** Contacts for typed text: prefix matches first, then by frequency and recency of use. */
export function suggestContacts(
  contacts: readonly Contact[],
  typed: string,
  taken: ReadonlySet<string>,
): readonly Contact[] {
  const words = typed.trim().toLowerCase();
  if (words === "") return [];
  const found = contacts.flatMap((contact) => {
    if (taken.has(contact.address.toLowerCase())) return [];
    const address = contact.address.toLowerCase();
    const name = (contact.name ?? "").toLowerCase();
    if (!address.includes(words) && !name.includes(words)) return [];
    const starts = address.startsWith(words) || name.split(/[\s,]+/).some((part) => part.startsWith(words));
    return [{ contact, starts }];
  });
  found.sort(
    (a, b) =>
      Number(b.starts) - Number(a.starts) ||
      b.contact.count - a.contact.count ||
      b.contact.lastUsedAt - a.contact.lastUsedAt,
  );
  return found.slice(0, 8).map(({ contact }) => contact);
}

/**
 * The match that Enter and Tab accept when none is selected: the only one, if the text is not an address itself. Among
 * several the user must choose, so that no message goes to someone with a similar name.
 */
export function takenUnchosen(found: readonly Contact[], typed: string): number {
  return found.length === 1 && !typed.includes("@") ? 0 : -1;
}

interface Person {
  readonly address: string;
  readonly name?: string | null | undefined;
}

export function sendersOf(list: readonly { from?: string | null | undefined }[]): readonly Person[] {
  // Many messages come from few senders.
  return [...new Set(list.map((one) => one.from ?? ""))].flatMap((from) => parseAddresses(from));
}

/** The contacts, followed by people who are not contacts. */
export function withPeople(contacts: readonly Contact[], people: readonly Person[]): readonly Contact[] {
  const known = new Set(contacts.map((contact) => contact.address.toLowerCase()));
  const added: Contact[] = [];
  for (const { address, name } of people) {
    if (address === "" || known.has(address.toLowerCase())) continue;
    known.add(address.toLowerCase());
    added.push({ address, ...(name && { name }), lastUsedAt: 0, count: 0 });
  }
  return added.length === 0 ? contacts : [...contacts, ...added];
}

const most = 2000;

/** The contacts with these marked as used now. If there are too many, the least used are dropped. */
export function withContacts(
  contacts: readonly Contact[],
  used: readonly { address: string; name: string }[],
  at: number,
  { isWritten = false } = {},
): readonly Contact[] {
  const byAddress = new Map(contacts.map((contact) => [contact.address.toLowerCase(), contact]));
  for (const { address, name } of used) {
    if (address === "") continue;
    const old = byAddress.get(address.toLowerCase());
    const known = name || old?.name;
    byAddress.set(address.toLowerCase(), {
      address,
      ...(known ? { name: known } : {}),
      lastUsedAt: at,
      count: (old?.count ?? 0) + 1,
      isWrittenTo: isWritten || old?.isWrittenTo === true,
    });
  }
  const all = [...byAddress.values()];
  if (all.length <= most) return all;
  return all.sort((a, b) => b.lastUsedAt - a.lastUsedAt).slice(0, most);
}
