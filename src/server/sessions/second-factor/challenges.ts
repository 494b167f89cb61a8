import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
import { readJson } from "#room/contract/written-json.ts";
import { countPending } from "#room/server/sessions/sign-in-attempts.ts";
import { didChange, recordOf } from "#room/server/store/rows.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";

type Db = Pick<Store, "db">;

/** How long a sign-in waits for its second step, and a set-up for its proof. */
export const challengeLifeMs = 5 * 60_000;
/** Wrong proofs allowed per sign-in; the throttle counts them too. */
const maxTries = 5;

export interface Pending {
  readonly kind: "sign-in" | "passkey-sign-in" | "add-totp" | "add-passkey" | "proof";
  readonly userId: number | undefined;
  readonly challenge: string | undefined;
  /** For a sign-in: how it began, and how it ends. */
  readonly by?: string;
  readonly remember?: boolean;
  /** As when its first step succeeded. */
  readonly signInsEnded?: number;
  readonly referrerUrl?: string | undefined;
  /** For one that began at a provider: the session's name there, encrypted with the handle. */
  readonly idToken?: string | undefined;
  /** For an app being set up. */
  readonly secret?: string;
}

interface Kept {
  readonly pending: Pending;
  readonly now: number;
  /** The address of a caller who is not signed in, to limit how many they begin. */
  readonly addressKey?: string;
}

/** A session's pending step is found by the session, so that no other session can continue it. */
export function handleOfSession(kind: Pending["kind"], idHash: string): string {
  return `${kind} of ${idHash}`;
}

/** Stores it under the handle, replacing any earlier one. */
export async function keepPending(
  { db }: Db,
  handle: string,
  { pending, now, addressKey }: Kept,
): Promise<void> {
  const { userId = null, challenge = null, ...content } = pending;
  const values = {
    user_id: userId,
    address_key: addressKey ?? null,
    content: JSON.stringify(content),
    challenge,
    tries: 0,
    expires_at: now + challengeLifeMs,
  };
  await db
    .insertInto("factor_challenge")
    .values({ handle_hash: hashOfSecret(handle), ...values })
    .onConflict((conflict) => conflict.column("handle_hash").doUpdateSet(values))
    .execute();
}

function pendingOf({
  content,
  ...row
}: Pick<Tables["factor_challenge"], "user_id" | "challenge" | "content">): Pending {
  // Written only by `keepPending`.
  return { ...readJson<Omit<Pending, "userId" | "challenge">>(content), ...recordOf(row) };
}

export async function findPending({ db }: Db, handle: string, now: number): Promise<Pending | undefined> {
  const row = await db
    .selectFrom("factor_challenge")
    .select(["user_id", "challenge", "content"])
    .where("handle_hash", "=", hashOfSecret(handle))
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .executeTakeFirst();
  return row && pendingOf(row);
}

/** The same for a proof: counted before it is checked, so that a burst of guesses gains nothing. */
export async function takeTry({ db }: Db, handle: string, now: number): Promise<Pending | undefined> {
  const row = await db
    .updateTable("factor_challenge")
    .set((build) => ({ tries: build("tries", "+", 1) }))
    .where("handle_hash", "=", hashOfSecret(handle))
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .returning(["user_id", "challenge", "content"])
    .executeTakeFirst();
  return row && pendingOf(row);
}

export async function setChallenge({ db }: Db, handle: string, challenge: string): Promise<void> {
  await db
    .updateTable("factor_challenge")
    .set({ challenge })
    .where("handle_hash", "=", hashOfSecret(handle))
    .execute();
}

/** Uses up a signed challenge: true once. */
export function takeChallenge({ db }: Db, handle: string, challenge: string): Promise<boolean> {
  const signed = db.updateTable("factor_challenge").where("challenge", "=", challenge);
  return didChange(signed.set({ challenge: null }).where("handle_hash", "=", hashOfSecret(handle)));
}

/** Ends it: true for the caller that ended it, across all processes. */
export function endPending({ db }: Db, handle: string): Promise<boolean> {
  return didChange(db.deleteFrom("factor_challenge").where("handle_hash", "=", hashOfSecret(handle)));
}

/** How many are pending for callers who are not signed in, from one address and in total. */
export const countStrangers = ({ db }: Db, addressKey: string, now: number) =>
  countPending(
    db.selectFrom("factor_challenge").where("user_id", "is", null).where("expires_at", ">", now),
    addressKey,
  );
