import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineKind } from "./engine.ts";
import { takeTurn } from "./leader.ts";
import { rightsOf, roleNames } from "#room/contract/rights.ts";
import { isAny, valuesOf, someOf } from "./rows.ts";
import type { SentAs } from "./sent-claims.ts";
import { foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

export interface AddressOwners {
  readonly userIds: readonly number[];
  readonly isShared: boolean;
}

export function mailboxesOf(owners: ReadonlyMap<string, AddressOwners>) {
  const sharedAs = [...owners].flatMap(([key, { isShared }]) => (isShared ? [key] : []));
  return { mailboxes: [...new Set([...owners.values()].flatMap(({ userIds }) => userIds))], sharedAs };
}

const readers = roleNames.filter((role) => rightsOf(role, []).has("messages"));

/** Behind all that are a person's own. */
const sharedPosition = 1000;

/** Whose each address is; one that is shared is of several. */
export const addressesOfAll = (db: Kysely<Tables>) =>
  db
    .selectFrom("user_address")
    .select(["user_id", "address", "address_key", "position"])
    .unionAll(
      db
        .selectFrom("shared_address")
        .select([
          "user_id",
          "address",
          "address_key",
          sql<number>`${sql.lit(sharedPosition)}`.as("position"),
        ]),
    );

/** The sender no longer shares the address that a message is from. */
export class AddressGivenUp extends Error {
  override readonly name = "AddressGivenUp";
}

/** Nobody takes the shared address that a message is from until the transaction ends. Throws AddressGivenUp. */
export async function holdShared(
  engine: { readonly db: Transaction<Tables>; readonly kind: EngineKind },
  { userId, sharedFrom }: Pick<SentAs, "userId" | "sharedFrom">,
): Promise<void> {
  if (sharedFrom === undefined) return;
  await takeTurn(engine, "addresses", true);
  const own = engine.db.selectFrom("shared_address").where("user_id", "=", userId);
  if (!(await isAny(own.where("address_key", "=", sharedFrom)))) throw new AddressGivenUp();
}

export function createAddressOwners(db: Kysely<Tables>) {
  const addressesOf = (userId: number) =>
    valuesOf(db.selectFrom("user_address").where("user_id", "=", userId).orderBy("position"), "address");
  return {
    addressesOf,
    /** The addresses a user sends from: their own, then those shared with others. */
    async sendingAddressesOf(userId: number): Promise<string[]> {
      const shared = db.selectFrom("shared_address").where("user_id", "=", userId).orderBy("address_key");
      return [...(await addressesOf(userId)), ...(await valuesOf(shared, "address"))];
    },
    /** Where one can write to at the clinic: to everybody who may sign in and read it, and to shared mailboxes. */
    async clinicAddresses(): Promise<{ address: string; name?: string }[]> {
      const rows = await db
        .selectFrom(addressesOfAll(db).as("each"))
        .innerJoin("person", "person.user_id", "each.user_id")
        .where("disabled", "=", 0)
        .where("role", "in", readers)
        .select(["address", "display_name", "position"])
        .orderBy("address_key")
        .execute();
      const isShared = ({ position }: { readonly position: number }) => position === sharedPosition;
      const own = rows.filter((row) => !isShared(row));
      const shared = new Set(rows.filter(isShared).map(({ address }) => address));
      return [
        ...own.map(({ address, display_name: name }) => (name ? { address, name } : { address })),
        ...Array.from(shared, (address) => ({ address })),
      ];
    },
    /** The mailboxes by their normalized address (see foldName). */
    async ownersOf(addresses: readonly string[]): Promise<Map<string, AddressOwners>> {
      const keys = [...new Set(addresses.map(foldName))];
      const owners = new Map<string, AddressOwners>();
      for (const some of someOf(keys)) {
        const all = db.selectFrom(addressesOfAll(db).as("each")).where("address_key", "in", some);
        for (const { address_key, user_id, position } of await all.selectAll().execute())
          owners.set(address_key, {
            userIds: [...(owners.get(address_key)?.userIds ?? []), user_id],
            isShared: position === sharedPosition,
          });
      }
      return owners;
    },
  };
}
