import { hash } from "node:crypto";
import type { Store } from "#room/server/store/store.ts";

/** What the server keeps between the way to a provider and the way back. */
export interface SignInAttempt {
  readonly provider: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly continuePath: string | undefined;
  readonly remember: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Keys {
  /** Goes through the provider and comes back with the browser. */
  readonly state: string;
  /** Stays in a cookie of the browser that began, so that nobody else's way back is taken for it. */
  readonly browser: string;
}

const hashed = (text: string) => hash("sha256", text, "base64url");

export async function keepAttempt(
  { db }: Pick<Store, "db">,
  keys: Keys,
  attempt: SignInAttempt,
): Promise<void> {
  const { provider, codeVerifier, nonce, continuePath = null, remember, expiresAt } = attempt;
  await db
    .insertInto("sign_in_attempt")
    .values({
      state_hash: hashed(keys.state),
      browser_hash: hashed(keys.browser),
      provider,
      code_verifier: codeVerifier,
      nonce,
      continue_path: continuePath,
      remember: remember ? 1 : 0,
      expires_at: expiresAt,
    })
    .execute();
}

/** The attempt, once: whatever becomes of it, its state is worth nothing after this. */
export async function takeAttempt(
  { db }: Pick<Store, "db">,
  keys: Keys,
  { provider, now }: { provider: string; now: number },
): Promise<SignInAttempt | undefined> {
  const row = await db
    .deleteFrom("sign_in_attempt")
    .where("state_hash", "=", hashed(keys.state))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.browser_hash !== hashed(keys.browser) || row.provider !== provider) return undefined;
  if (Number(row.expires_at) <= now) return undefined;
  return {
    provider: row.provider,
    codeVerifier: row.code_verifier,
    nonce: row.nonce,
    continuePath: row.continue_path ?? undefined,
    remember: Number(row.remember) === 1,
    expiresAt: Number(row.expires_at),
  };
}

/**
 * The user behind a provider's subject. Known from the first sign-in on by issuer and subject; at the first one the
 * claim must be the name of a user here, who has no other identity at that issuer.
 */
export async function userOfIdentity(
  { db, users }: Pick<Store, "db" | "users">,
  { issuer, subject, claimed }: { issuer: string; subject: string; claimed: string | undefined },
) {
  const known = await db
    .selectFrom("user_identity")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (known) return users.byId(Number(known.user_id));
  const user = claimed === undefined ? undefined : await users.find(claimed);
  if (!user) return undefined;
  const other = await db
    .selectFrom("user_identity")
    .select("subject")
    .where("issuer", "=", issuer)
    .where("user_id", "=", user.userId)
    .executeTakeFirst();
  if (other) return undefined;
  await db
    .insertInto("user_identity")
    .values({ issuer, subject, user_id: user.userId })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .execute();
  return user;
}
