import { createSecretKey, hkdfSync } from "node:crypto";
import { openBytes, sealBytes } from "#room/server/vault/seal-bytes.ts";
import type { Store } from "#room/server/store/store.ts";
import { hashOfSessionId } from "./sessions.ts";

type Db = Pick<Store, "db">;

/** Derived from an id that is not stored, so that reading the database reveals nothing about the account. */
const keyOf = (id: string) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", id, "", "the provider's id token", 32)));

/** The tag stands before what is sealed, since version 1.0. */
export function seal(text: string, id: string): string {
  const sealed = sealBytes(keyOf(id), "", text);
  return Buffer.concat([sealed.subarray(0, 12), sealed.subarray(-16), sealed.subarray(12, -16)]).toString(
    "base64url",
  );
}

export function unseal(text: string, id: string): string {
  const bytes = Buffer.from(text, "base64url");
  const sealed = Buffer.concat([bytes.subarray(0, 12), bytes.subarray(28), bytes.subarray(12, 28)]);
  return openBytes(keyOf(id), "", sealed).toString("utf8");
}

/** Records the provider a session began at, and its session name there for sign-out. */
export async function keepProviderSession(
  { db }: Db,
  { sessionId, provider, idToken }: { sessionId: string; provider: string; idToken: string },
): Promise<void> {
  const values = { id_hash: hashOfSessionId(sessionId), provider, id_token: seal(idToken, sessionId) };
  await db.insertInto("provider_session").values(values).execute();
}

/** Returns it once, when the session ends. */
export async function takeProviderSession(
  { db }: Db,
  sessionId: string,
): Promise<{ provider: string; idToken: string } | undefined> {
  const row = await db
    .deleteFrom("provider_session")
    .where("id_hash", "=", hashOfSessionId(sessionId))
    .returningAll()
    .executeTakeFirst();
  return row && { provider: row.provider, idToken: unseal(row.id_token, sessionId) };
}
