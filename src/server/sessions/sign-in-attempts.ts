import { hashOfSecret } from "./link-secret.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { recordOf, rowOf } from "#room/server/store/rows.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { Store } from "#room/server/store/store.ts";

export interface SignInAttempt {
  readonly provider: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly continuePath: string | undefined;
  readonly remember: boolean;
  /** The address it began from. */
  readonly addressKey: string;
  /** The user who proved by a password that the account at the provider is theirs. */
  readonly userId: number | undefined;
  /** As when they did. */
  readonly signInsEnded: number | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Keys {
  /** Goes to the provider and comes back with the browser. */
  readonly state: string;
  /** Stays in a cookie of the browser that began, so that no other browser can complete its sign-in. */
  readonly browser: string;
}

export async function keepAttempt(
  { db }: Pick<Store, "db">,
  { state, browser }: Keys,
  attempt: SignInAttempt,
): Promise<void> {
  const hashes = { state_hash: hashOfSecret(state), browser_hash: hashOfSecret(browser) };
  await db
    .insertInto("sign_in_attempt")
    .values({ ...rowOf(attempt), ...hashes })
    .execute();
}

/** Returns the attempt once: whatever the outcome, its state is used up. */
export async function takeAttempt(
  { db }: Pick<Store, "db">,
  keys: Keys,
  { provider, now }: { provider: string; now: number },
): Promise<SignInAttempt | undefined> {
  const row = await db
    .deleteFrom("sign_in_attempt")
    .where("state_hash", "=", hashOfSecret(keys.state))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.browser_hash !== hashOfSecret(keys.browser) || row.provider !== provider) return undefined;
  if (Number(row.expires_at) <= now) return undefined;
  return { ...recordOf(row), remember: row.remember === 1, addressKey: row.address_key ?? "" };
}

/** How many rows there are, of one address and in all. */
export async function countPending<Table extends "sign_in_attempt" | "factor_challenge">(
  rows: SelectQueryBuilder<Tables, Table, object>,
  addressKey: string,
): Promise<{ fromAddress: number; inAll: number }> {
  const row = await rows
    .select([
      sql<number>`count(*)`.as("inAll"),
      sql<number>`count(case when address_key = ${addressKey} then 1 end)`.as("fromAddress"),
    ])
    .executeTakeFirstOrThrow();
  return { fromAddress: Number(row.fromAddress), inAll: Number(row.inAll) };
}

/** How many attempts have neither returned nor expired, from one address and in total. */
export const countAttempts = (
  { db }: Pick<Store, "db">,
  { addressKey, now }: { addressKey: string; now: number },
) => countPending(db.selectFrom("sign_in_attempt").where("expires_at", ">", now), addressKey);

/** Removes expired nonces, sign-in attempts, second steps and provider session names. */
export async function forgetSignIns({ db }: Pick<Store, "db">, now: number): Promise<void> {
  await db.deleteFrom("digest_nonce").where("expires_at", "<", now).execute();
  await db.deleteFrom("sign_in_attempt").where("expires_at", "<", now).execute();
  await db.deleteFrom("factor_challenge").where("expires_at", "<", now).execute();
  const live = db.selectFrom("session").select("id_hash").where("ended_at", "is", null);
  await db.deleteFrom("provider_session").where("id_hash", "not in", live).execute();
}
