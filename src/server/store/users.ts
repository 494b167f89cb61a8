import type { Role } from "#room/contract/rights.ts";

/** One who may sign in. */
export interface UserRecord {
  readonly userId: number;
  readonly name: string;
  /** The password's hash record, as the sessions room writes it; absent for users without a password. */
  readonly passwordRecord: string | undefined;
  /** Direct addresses, the first is the one that mail is sent from by default. */
  readonly addresses: readonly string[];
  readonly role: Role;
  /** Rights beyond those of the role. */
  readonly rights: readonly string[];
  /** The practices whose visits the user may see, as canonical GUIDs; empty: all. */
  readonly practices: readonly string[];
  readonly disabled: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** As people call them; empty where nobody said. */
  readonly displayName: string;
  readonly lastSignInAt: number | undefined;
}

export interface NewUser {
  readonly name: string;
  readonly role: Role;
  readonly passwordRecord?: string | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly rights?: readonly string[] | undefined;
  readonly practices?: readonly string[] | undefined;
  readonly createdAt: number;
  readonly displayName?: string | undefined;
}

/** Refused: the name, or an address, is taken (without regard to case). */
export class AlreadyTaken extends Error {
  readonly what: "name" | "address";
  constructor(what: "name" | "address", value: string) {
    super(`The ${what} ${value} is taken`);
    this.name = "AlreadyTaken";
    this.what = what;
  }
}

/** Refused: without this user nobody would be left who may let others in. */
export class LastAdministrator extends Error {
  constructor(name: string) {
    super(`${name} is the last administrator. Make somebody else one first`);
    this.name = "LastAdministrator";
  }
}

/** What an administrator changes; what is absent stays as it is. */
export interface UserChanges {
  readonly displayName?: string | undefined;
  readonly role?: Role | undefined;
  readonly rights?: readonly string[] | undefined;
  readonly practices?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
}

/** Who may sign in, and whose mail is delivered here. Names and addresses are found without regard to case. */
export interface Users {
  /** Throws AlreadyTaken. */
  add(user: NewUser): Promise<UserRecord>;
  find(name: string): Promise<UserRecord | undefined>;
  byId(userId: number): Promise<UserRecord | undefined>;
  /** All users, by name. */
  list(): Promise<UserRecord[]>;
  count(): Promise<number>;
  /** Whether there is an administrator who can sign in. */
  hasAdministrator(): Promise<boolean>;
  /**
   * All of it or nothing; who is disabled loses their one-time link. False when there is no such user. Throws LastAdministrator and
   * AlreadyTaken.
   */
  change(name: string, changes: UserChanges): Promise<boolean>;
  /** These answer false when there is no such user. */
  setPassword(name: string, passwordRecord: string | undefined): Promise<boolean>;
  /** The same password at another cost; where the record is another by now, nothing. */
  renewPasswordRecord(userId: number, records: { before: string; renewed: string }): Promise<void>;
  /** These two throw LastAdministrator. */
  setDisabled(name: string, disabled: boolean): Promise<boolean>;
  setRole(name: string, role: Role): Promise<boolean>;
  setRights(name: string, rights: readonly string[]): Promise<boolean>;
  setPractices(name: string, practices: readonly string[]): Promise<boolean>;
  /** Replaces the user's addresses. Throws AlreadyTaken. */
  setAddresses(name: string, addresses: readonly string[]): Promise<boolean>;
  /** The users that have these addresses, by the folded address (see foldName). */
  ownersOf(addresses: readonly string[]): Promise<Map<string, number>>;
  addressesOf(userId: number): Promise<string[]>;
}
