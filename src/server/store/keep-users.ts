import { type Selectable, sql, type Transaction } from "kysely";
import type { Engine } from "./engine.ts";
import { foldName } from "./fold-name.ts";
import { isDuplicate } from "./is-duplicate.ts";
import type { Tables } from "./tables.ts";
import { AlreadyTaken, LastAdministrator, type UserRecord, type Users } from "./users.ts";

/** Both engines bound the values of one statement. */
const keysAtOnce = 1000;

type UserRow = Selectable<Tables["app_user"]>;

function recordOf(row: UserRow, addresses: readonly string[]): UserRecord {
  return {
    userId: row.user_id,
    name: row.name,
    passwordRecord: row.password_record ?? undefined,
    addresses,
    role: row.role,
    rights: parseNames(row.rights),
    practices: parseNames(row.practices),
    disabled: row.disabled === 1,
    createdAt: row.created_at,
    displayName: row.display_name,
    lastSignInAt: row.last_sign_in_at ?? undefined,
  };
}

/** A JSON list of names, as the tables keep them. */
export function parseNames(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

async function addAddresses(db: Transaction<Tables>, userId: number, addresses: readonly string[]) {
  for (const [position, address] of addresses.entries()) {
    const taken = await db
      .selectFrom("user_address")
      .select("user_id")
      .where("address_key", "=", foldName(address))
      .executeTakeFirst();
    if (taken) throw new AlreadyTaken("address", address);
    await db
      .insertInto("user_address")
      .values({ address_key: foldName(address), address: address.trim(), user_id: userId, position })
      .execute();
  }
}

/** Any constant: who takes an administrator away takes turns on it (PostgreSQL; SQLite has one writer anyway). */
const advisoryLock = 7_214_003;

/** Changes who is an administrator, unless nobody would be left. */
async function changeStanding(
  { db, kind }: Pick<Engine, "db" | "kind">,
  name: string,
  values: Partial<UserRow>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (kind === "postgres")
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction);
    const administrators = () =>
      transaction
        .selectFrom("app_user")
        .select("user_id")
        .where("role", "=", "administrator")
        .where("disabled", "=", 0)
        .execute();
    const before = await administrators();
    const { numUpdatedRows } = await transaction
      .updateTable("app_user")
      .set(values)
      .where("name_key", "=", foldName(name))
      .executeTakeFirst();
    if (before.length > 0 && (await administrators()).length === 0) throw new LastAdministrator(name);
    return numUpdatedRows > 0n;
  });
}

export function createUsers(engine: Pick<Engine, "db" | "kind">): Users {
  const { db } = engine;
  const addressesOf = async (userId: number) => {
    const rows = await db
      .selectFrom("user_address")
      .select("address")
      .where("user_id", "=", userId)
      .orderBy("position")
      .execute();
    return rows.map((row) => row.address);
  };
  const whole = async (row: UserRow | undefined) =>
    row === undefined ? undefined : recordOf(row, await addressesOf(row.user_id));
  const change = async (name: string, values: Partial<UserRow>) => {
    const { numUpdatedRows } = await db
      .updateTable("app_user")
      .set(values)
      .where("name_key", "=", foldName(name))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const find = async (name: string) =>
    whole(
      await db.selectFrom("app_user").selectAll().where("name_key", "=", foldName(name)).executeTakeFirst(),
    );

  return {
    find,
    addressesOf,
    async add(user) {
      const { name, role, passwordRecord, addresses = [], rights = [], practices = [], createdAt } = user;
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto("app_user")
          .values({
            name: name.trim(),
            name_key: foldName(name),
            password_record: passwordRecord ?? null,
            role,
            rights: JSON.stringify(rights),
            practices: JSON.stringify(practices),
            disabled: 0,
            created_at: createdAt,
            display_name: user.displayName ?? "",
            last_sign_in_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
          .catch((error: unknown) => {
            throw isDuplicate(error) ? new AlreadyTaken("name", name) : error;
          });
        await addAddresses(transaction, row.user_id, addresses);
        return recordOf(row, [...addresses]);
      });
    },
    async byId(userId) {
      return whole(
        await db.selectFrom("app_user").selectAll().where("user_id", "=", userId).executeTakeFirst(),
      );
    },
    async list() {
      const rows = await db.selectFrom("app_user").selectAll().orderBy("name_key").execute();
      const addresses = await db.selectFrom("user_address").selectAll().orderBy("position").execute();
      const byUser = new Map<number, string[]>();
      for (const { user_id, address } of addresses)
        byUser.set(user_id, [...(byUser.get(user_id) ?? []), address]);
      return rows.map((row) => recordOf(row, byUser.get(row.user_id) ?? []));
    },
    async count() {
      const { count } = await db
        .selectFrom("app_user")
        .select((build) => build.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    setPassword: async (name, passwordRecord) => change(name, { password_record: passwordRecord ?? null }),
    setDisabled: async (name, disabled) => changeStanding(engine, name, { disabled: disabled ? 1 : 0 }),
    setRole: async (name, role) => changeStanding(engine, name, { role }),
    setRights: async (name, rights) => change(name, { rights: JSON.stringify(rights) }),
    setPractices: async (name, practices) => change(name, { practices: JSON.stringify(practices) }),
    async setAddresses(name, addresses) {
      const user = await find(name);
      if (!user) return false;
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("user_address").where("user_id", "=", user.userId).execute();
        await addAddresses(transaction, user.userId, addresses);
      });
      return true;
    },
    async ownersOf(addresses) {
      const keys = [...new Set(addresses.map(foldName))];
      const owners = new Map<string, number>();
      for (let from = 0; from < keys.length; from += keysAtOnce) {
        const rows = await db
          .selectFrom("user_address")
          .select(["address_key", "user_id"])
          .where("address_key", "in", keys.slice(from, from + keysAtOnce))
          .execute();
        for (const row of rows) owners.set(row.address_key, row.user_id);
      }
      return owners;
    },
  };
}
