import { leastPassword, passwordLengthFault } from "#room/contract/password-rule.ts";
import { isUserName } from "./user-name.ts";

/** A user to be made in an empty store. */
export interface FirstUser {
  readonly userName: string;
  readonly password: string;
  /** The user's Direct address; absent when none was given. */
  readonly address?: string;
}

/** An address of a mailbox: local@domain, as Direct addresses are written. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(text);
}

/** What a text must be that `firstUsers` reads. */
export const firstUsersForm =
  "name:password:address, several separated by ;, with plain names of one script and passwords of 8 to 1,024 characters";

/**
 * "name:password:address;…" as FIRST_USER has it, for tests and containers; the password may hold colons, and only its length is looked
 * at. Undefined when it is not that.
 */
export function firstUsers(text: string): FirstUser[] | undefined {
  const users: FirstUser[] = [];
  for (const entry of text.split(";")) {
    if (entry.trim() === "") continue;
    const [userName = "", ...rest] = entry.split(":");
    if (rest.length > 1 && rest.at(-1)?.trim() === "") rest.pop();
    const last = rest.at(-1) ?? "";
    const address = rest.length > 1 && isAddress(last.trim()) ? last.trim() : undefined;
    const password = (address === undefined ? rest : rest.slice(0, -1)).join(":");
    if (
      !isUserName(userName.trim()) ||
      passwordLengthFault(password, leastPassword.besideSecondFactor) !== undefined
    )
      return undefined;
    users.push({ userName: userName.trim(), password, ...(address === undefined ? {} : { address }) });
  }
  return users.length > 0 ? users : undefined;
}
