import { changedRows, recordOf, valueOf, addNew } from "#room/server/store/rows.ts";
import type { Store } from "#room/server/store/store.ts";

export interface Identity {
  readonly issuer: string;
  /** The issuer never gives it to another user. */
  readonly subject: string;
}

export interface IdentityLink extends Identity {
  readonly userId: number;
}

type Db = Pick<Store, "db">;

/** The issuer with and without a trailing slash, since providers and settings differ in it. */
function spellings(issuer: string): string[] {
  const bare = issuer.replace(/\/$/, "");
  return [bare, `${bare}/`];
}

async function userIdOf({ db }: Db, { issuer, subject }: Identity): Promise<number | undefined> {
  const account = db.selectFrom("user_identity").where("issuer", "in", spellings(issuer));
  return valueOf(account.where("subject", "=", subject), "user_id");
}

/** The user linked to an account. Never looked up by name, since anyone may have that name elsewhere. */
export async function userOfIdentity(store: Pick<Store, "db" | "users">, identity: Identity) {
  const userId = await userIdOf(store, identity);
  const user = userId === undefined ? undefined : await store.users.byId(userId);
  // Read again: a link that is removed ends the sign-ins that the user is read with.
  return (await userIdOf(store, identity)) === userId ? user : undefined;
}

/** Links an account to a user; false if it is linked to another one. */
export async function linkIdentity(store: Db, { userId, ...identity }: IdentityLink): Promise<boolean> {
  const known = await userIdOf(store, identity);
  if (known !== undefined) return known === userId;
  const issuer = identity.issuer.replace(/\/$/, "");
  await addNew(store.db, "user_identity", [{ issuer, subject: identity.subject, user_id: userId }]);
  return (await userIdOf(store, identity)) === userId;
}

export async function linksOf({ db }: Db, userId?: number): Promise<IdentityLink[]> {
  const all = db.selectFrom("user_identity").selectAll().orderBy("issuer").orderBy("subject");
  return (await (userId === undefined ? all : all.where("user_id", "=", userId)).execute()).map(recordOf);
}

/** Removes a user's links with an issuer, or one of them; returns how many. */
export function unlinkIdentities(
  { db }: Db,
  { userId, issuer, subject }: Pick<IdentityLink, "userId" | "issuer"> & { subject?: string | undefined },
): Promise<number> {
  const some = db
    .deleteFrom("user_identity")
    .where("user_id", "=", userId)
    .where("issuer", "in", spellings(issuer));
  return changedRows(subject === undefined ? some : some.where("subject", "=", subject));
}
