import { minPassword, passwordLengthFault } from "#room/contract/password-rule.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { isUserName } from "./user-name.ts";

export interface FirstUser {
  readonly userName: string;
  readonly password: string;
  /** The user's Direct address; absent if none was given. */
  readonly address?: string;
}

/** A mailbox address: local@domain, the form of Direct addresses. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(text);
}

/** The format that `firstUsers` reads. */
export const firstUsersForm =
  "name:password:address, several separated by ;, with plain names of one script and passwords of 8 to 1,024 characters";

/**
 * Parses "name:password:address;…" as in FIRST_USER, for tests and containers. The password may contain colons, and
 * only its length is checked. Undefined if the format is wrong.
 */
export function firstUsers(text: string): FirstUser[] | undefined {
  const users: FirstUser[] = [];
  for (const entry of text.split(";")) {
    if (entry.trim() === "") continue;
    const [userName = "", ...rest] = entry.split(":");
    if (rest.at(-1)?.trim() === "") rest.pop();
    const last = rest.at(-1) ?? "";
    const address = rest.length > 1 && isAddress(last.trim()) ? last.trim() : undefined;
    const password = (address === undefined ? rest : rest.slice(0, -1)).join(":");
    if (
      !isUserName(userName.trim()) ||
      passwordLengthFault(password, minPassword.besideSecondFactor) !== undefined
    )
      return undefined;
    users.push({ userName: userName.trim(), password, ...(address === undefined ? {} : { address }) });
  }
  return users.length > 0 ? users : undefined;
}

export function repeatedIn(users: readonly FirstUser[]): string | undefined {
  const seen = new Set<string>();
  const given = [
    ...users.map(({ userName }) => ({ what: `the name ${userName}`, key: `name ${foldName(userName)}` })),
    ...users.flatMap(({ address }) =>
      address === undefined ? [] : [{ what: `the address ${address}`, key: `address ${foldName(address)}` }],
    ),
  ];
  return given.find(({ key }) => seen.size === seen.add(key).size)?.what;
}
