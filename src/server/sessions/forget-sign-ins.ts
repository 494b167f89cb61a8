import type { Store } from "#room/server/store/store.ts";

/** Removes expired nonces, sign-in attempts, second steps and provider session names. */
export async function forgetSignIns({ db }: Pick<Store, "db">, now: number): Promise<void> {
  await db.deleteFrom("digest_nonce").where("expires_at", "<", now).execute();
  await db.deleteFrom("sign_in_attempt").where("expires_at", "<", now).execute();
  await db.deleteFrom("factor_challenge").where("expires_at", "<", now).execute();
  const live = db.selectFrom("session").select("id_hash").where("ended_at", "is", null);
  await db.deleteFrom("provider_session").where("id_hash", "not in", live).execute();
}
