import { inTransaction, countOf, didChange, isAny, recordOf, valuesOf } from "./rows.ts";
import { isDuplicate } from "./store-unavailable.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { readJson } from "#room/contract/written-json.ts";
import { type Kysely, type Selectable, type Transaction } from "kysely";
import type { Engine, EngineKind } from "./engine.ts";
import { createAddressOwners } from "./address-owners.ts";
import { refuseUnseen } from "./changed-since.ts";
import { takeTurn } from "./leader.ts";
import { lookAlikeOf } from "./look-alike.ts";
import { storableText, foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

/** A user with their Direct addresses; mail is sent from the first by default. */
export type UserRecord = Readonly<ReturnType<typeof userOf>>;

type Given<K extends keyof UserRecord> = { readonly [Each in K]?: UserRecord[Each] | undefined };

export type NewUser = Pick<UserRecord, "name" | "role" | "createdAt"> &
  Given<"passwordRecord" | "addresses" | "rights" | "practices" | "displayName">;

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
  readonly of: string;
  constructor(name: string, of = "") {
    super(`${name} is the last administrator${of}. Make somebody else one first`);
    this.name = "LastAdministrator";
    this.of = of;
  }
}

export type UserChanges = Given<"displayName" | "role" | "rights" | "practices" | "addresses" | "disabled">;

type UserRow = Selectable<Tables["person"]>;

function userOf(row: UserRow, addresses: readonly string[]) {
  return {
    ...recordOf(row),
    addresses,
    rights: parseNames(row.rights),
    practices: parseNames(row.practices),
    disabled: row.disabled === 1,
  };
}

export const parseNames = (json: string) => readJson<readonly string[]>(json);

async function addAddresses(
  { db, kind }: { readonly db: Transaction<Tables>; readonly kind: EngineKind },
  userId: number,
  addresses: readonly string[],
) {
  await takeTurn({ db, kind }, "addresses");
  for (const [position, address] of addresses.entries()) {
    for (const table of ["user_address", "shared_address"] as const)
      if (await isAny(db.selectFrom(table).where("address_key", "=", foldName(address))))
        throw new AlreadyTaken("address", address);
    await db
      .insertInto("user_address")
      .values({ address_key: foldName(address), address, user_id: userId, position })
      .execute();
  }
}

function columnsOf({ displayName, role, rights, practices, disabled }: UserChanges): Partial<UserRow> {
  return {
    ...(displayName === undefined ? {} : { display_name: storableText(inWrittenOrder(displayName).trim()) }),
    ...(role === undefined ? {} : { role }),
    ...(rights === undefined ? {} : { rights: JSON.stringify([...new Set(rights)]) }),
    ...(practices === undefined ? {} : { practices: JSON.stringify([...new Set(practices)]) }),
    ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }),
  };
}

/** How many administrators can sign in, as opposed to those who have not used their link yet; and of these see all practices. */
async function ableAdministrators(db: Kysely<Tables>) {
  const able = db
    .selectFrom("person")
    .where("role", "=", "administrator")
    .where("disabled", "=", 0)
    .where((build) =>
      build.or([
        build("password_record", "is not", null),
        build("user_id", "in", build.selectFrom("user_identity").select("user_id")),
        build("user_id", "in", build.selectFrom("passkey").select("user_id")),
      ]),
    );
  const practices = await valuesOf(able, "practices");
  return {
    all: practices.length,
    unlimited: practices.filter((each) => parseNames(each).length === 0).length,
  };
}

/** Throws AlreadyTaken. */
async function insertUser(
  { db, kind }: Parameters<typeof addAddresses>[0],
  user: NewUser,
): Promise<UserRecord> {
  const { name, role, passwordRecord, addresses = [], rights = [], practices = [], createdAt } = user;
  const known = await valuesOf(db.selectFrom("person"), "name");
  const alike = lookAlikeOf(
    name,
    known.filter((each) => foldName(each) !== foldName(name)),
  );
  if (alike !== undefined) throw new AlreadyTaken("name", name, alike);
  const row = await db
    .insertInto("person")
    .values({
      name: name.trim(),
      name_key: foldName(name),
      password_record: passwordRecord ?? null,
      role,
      rights: JSON.stringify(rights),
      practices: JSON.stringify(practices),
      disabled: 0,
      created_at: createdAt,
      display_name: storableText(inWrittenOrder(user.displayName ?? "").trim()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new AlreadyTaken("name", name) : error;
    });
  await addAddresses({ db, kind }, row.user_id, addresses);
  return userOf(row, [...addresses]);
}

interface ChangeChecks {
  /** Throws ChangedSince if the user is not so. */
  readonly seen?: UserChanges;
  /** Throws what forbids a change of this user. */
  readonly check?: (user: UserRecord) => void;
  /** Who changes it. */
  readonly by?: string;
}

/** Changes a user, including their administrator role unless no administrator would be left. */
async function changeUser(
  engine: Pick<Engine, "db" | "kind">,
  name: string,
  changes: UserChanges,
  { seen = {}, check, by }: ChangeChecks,
): Promise<boolean> {
  const { db, kind } = engine;
  const mayRemoveOne = (changes.role ?? changes.practices ?? changes.disabled) !== undefined;
  return inTransaction(db, async (transaction) => {
    if (mayRemoveOne) await takeTurn({ db: transaction, kind }, "administrators");
    const person = transaction.updateTable("person").where("name_key", "=", foldName(name));
    // Locks the row, as all that changes the user does.
    const row = await person
      .set({ name_key: foldName(name) })
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    const known = userOf(row, await createAddressOwners(transaction).addressesOf(row.user_id));
    check?.(known);
    refuseUnseen(known, seen);
    const before = mayRemoveOne ? await ableAdministrators(transaction) : undefined;
    const columns = columnsOf(changes);
    if (Object.keys(columns).length > 0) await person.set(columns).execute();
    if (before) {
      const after = await ableAdministrators(transaction);
      if (before.all > 0 && after.all === 0) throw new LastAdministrator(name);
      if (before.unlimited > 0 && after.unlimited === 0)
        throw new LastAdministrator(name, " for all practices");
    }
    const links = transaction.deleteFrom("user_link").where("user_id", "=", row.user_id);
    if (changes.disabled === true) await links.execute();
    // Whoever made a link may have less than its person has now.
    else if (by !== undefined && (changes.role ?? changes.rights ?? changes.practices))
      await links.where("used_at", "is", null).where("made_by", "!=", storableText(by)).execute();
    if (changes.addresses) {
      await transaction.deleteFrom("user_address").where("user_id", "=", row.user_id).execute();
      await addAddresses({ db: transaction, kind }, row.user_id, changes.addresses);
    }
    return true;
  });
}

export function createUserRepository(engine: Pick<Engine, "db" | "kind">) {
  const { db, kind } = engine;
  const owners = createAddressOwners(db);
  const whole = async (row: UserRow | undefined) =>
    row === undefined ? undefined : userOf(row, await owners.addressesOf(row.user_id));
  const find = async (name: string) =>
    whole(
      await db.selectFrom("person").selectAll().where("name_key", "=", foldName(name)).executeTakeFirst(),
    );

  return {
    ...owners,
    find,
    /** Throws AlreadyTaken. */
    add: (user: NewUser): Promise<UserRecord> =>
      inTransaction(db, (transaction) => insertUser({ db: transaction, kind }, user)),
    /** None if there is a user, also of another process that began at the same time. Throws AlreadyTaken. */
    addFirst: (users: readonly NewUser[]): Promise<UserRecord[]> =>
      inTransaction(db, async (transaction) => {
        await takeTurn({ db: transaction, kind }, "addresses");
        const added: UserRecord[] = [];
        const missing = (await isAny(transaction.selectFrom("person"))) ? [] : users;
        for (const user of missing) added.push(await insertUser({ db: transaction, kind }, user));
        return added;
      }),
    async byId(userId: number): Promise<UserRecord | undefined> {
      return whole(
        await db.selectFrom("person").selectAll().where("user_id", "=", userId).executeTakeFirst(),
      );
    },
    async list(): Promise<UserRecord[]> {
      const rows = await db.selectFrom("person").selectAll().orderBy("name_key").execute();
      const addresses = await db.selectFrom("user_address").selectAll().orderBy("position").execute();
      const byUser = new Map<number, string[]>();
      for (const { user_id, address } of addresses)
        byUser.set(user_id, [...(byUser.get(user_id) ?? []), address]);
      return rows.map((row) => userOf(row, byUser.get(row.user_id) ?? []));
    },
    names: (): Promise<string[]> => valuesOf(db.selectFrom("person"), "name"),
    count: () => countOf(db.selectFrom("person")),
    hasAdministrator: async () => (await ableAdministrators(db)).all > 0,
    /** False when there is no such user, or no longer with the password of the record `before`. */
    setPassword(name: string, record: string | undefined, before?: string): Promise<boolean> {
      const person = db.updateTable("person").where("name_key", "=", foldName(name));
      const known = before === undefined ? person : person.where("password_record", "=", before);
      return didChange(known.set({ password_record: record ?? null }));
    },
    /** Stores the same password hashed at another cost, unless the record has changed meanwhile. */
    async renewPasswordRecord(
      userId: number,
      { before, renewed }: { before: string; renewed: string },
    ): Promise<void> {
      await db
        .updateTable("person")
        .set({ password_record: renewed })
        .where("user_id", "=", userId)
        .where("password_record", "=", before)
        .execute();
    },
    /**
     * All or nothing; disabling a user voids their one-time link. False when there is no such user. Throws
     * LastAdministrator, AlreadyTaken, ChangedSince if the user is not as seen, and what `check` throws.
     */
    change: (name: string, changes: UserChanges, checks: ChangeChecks = {}): Promise<boolean> =>
      changeUser(engine, name, changes, checks),
  };
}
