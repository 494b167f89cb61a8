import type { Role } from "#room/contract/rights.ts";

/** A user who may sign in. */
export interface UserRecord {
  readonly userId: number;
  readonly name: string;
  /** The password's hash record as written by `server/sessions`; absent for users without a password. */
  readonly passwordRecord: string | undefined;
  /** Direct addresses; mail is sent from the first by default. */
  readonly addresses: readonly string[];
  readonly role: Role;
  /** Rights in addition to the role's. */
  readonly rights: readonly string[];
  /** The practices whose visits the user may see, as canonical GUIDs; empty: all. */
  readonly practices: readonly string[];
  readonly disabled: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Their usual name; empty when not set. */
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

/** Thrown when the name or an address is taken (case-insensitive), or the name looks like another one. */
export class AlreadyTaken extends Error {
  readonly what: "name" | "address";
  constructor(what: "name" | "address", value: string, looksLike?: string) {
    super(
      looksLike === undefined
        ? `The ${what} ${value} is taken`
        : `The name ${value} looks like ${looksLike}, in letters of another alphabet`,
    );
    this.name = "AlreadyTaken";
    this.what = what;
  }
}

/** Thrown when no administrator would be left to let others in. */
export class LastAdministrator extends Error {
  constructor(name: string) {
    super(`${name} is the last administrator. Make somebody else one first`);
    this.name = "LastAdministrator";
  }
}

/** An administrator's changes; absent members stay as they are. */
export interface UserChanges {
  readonly displayName?: string | undefined;
  readonly role?: Role | undefined;
  readonly rights?: readonly string[] | undefined;
  readonly practices?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
}

/** Users and mailbox owners. Names and addresses are case-insensitive. */
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
   * All or nothing; disabling a user voids their one-time link. False when there is no such user. Throws
   * LastAdministrator and AlreadyTaken.
   */
  change(name: string, changes: UserChanges): Promise<boolean>;
  /** These return false when there is no such user. */
  setPassword(name: string, passwordRecord: string | undefined): Promise<boolean>;
  /** Stores the same password hashed at another cost, unless the record has changed meanwhile. */
  renewPasswordRecord(userId: number, records: { before: string; renewed: string }): Promise<void>;
  /** These two throw LastAdministrator. */
  setDisabled(name: string, disabled: boolean): Promise<boolean>;
  setRole(name: string, role: Role): Promise<boolean>;
  setRights(name: string, rights: readonly string[]): Promise<boolean>;
  setPractices(name: string, practices: readonly string[]): Promise<boolean>;
  /** Replaces the user's addresses. Throws AlreadyTaken. */
  setAddresses(name: string, addresses: readonly string[]): Promise<boolean>;
  /** The ids of users by their normalized address (see foldName). */
  ownersOf(addresses: readonly string[]): Promise<Map<string, number>>;
  addressesOf(userId: number): Promise<string[]>;
}
