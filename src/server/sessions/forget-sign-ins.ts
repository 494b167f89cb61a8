import type { Store } from "#room/server/store/store.ts";

/** Forgets nonces and attempts at sign-in whose time is over. */
export async function forgetSignIns({ db }: Pick<Store, "db">, now: number): Promise<void> {
  await db.deleteFrom("digest_nonce").where("expires_at", "<", now).execute();
  await db.deleteFrom("sign_in_attempt").where("expires_at", "<", now).execute();
}
