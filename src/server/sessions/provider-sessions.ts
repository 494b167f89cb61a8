import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Store } from "#room/server/store/store.ts";
import { hashOfSessionId } from "./sessions.ts";

type Db = Pick<Store, "db">;

/** Derived from an id that is not stored, so that reading the database reveals nothing about the account. */
function keyOf(id: string): Buffer {
  return Buffer.from(hkdfSync("sha256", id, "", "the provider's id token", 32));
}

export function seal(text: string, id: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(id), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

export function unseal(text: string, id: string): string {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(id), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
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
