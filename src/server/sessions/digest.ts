import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { didChange, valueOf, addNew } from "#room/server/store/rows.ts";
import type { Store } from "#room/server/store/store.ts";

/** The realm of every digest; ServiceStack uses the same. */
export const digestRealm = "/auth/digest";

export type DigestAlgorithm = "SHA-256" | "MD5";

/** H of RFC 7616: lowercase hexadecimal digits. */
export function digestHash(algorithm: DigestAlgorithm, text: string): string {
  return createHash(algorithm === "MD5" ? "md5" : "sha256")
    .update(text, "utf8")
    .digest("hex");
}

/** H(A1) of RFC 7616, 3.4.2: all that is stored of the password for digest. Anyone who has it can sign in by digest. */
export function digestSecret(
  algorithm: DigestAlgorithm,
  { userName, realm = digestRealm, password }: { userName: string; realm?: string; password: string },
): string {
  return digestHash(algorithm, `${userName}:${realm}:${password}`);
}

export interface DigestQuestion {
  readonly algorithm: DigestAlgorithm;
  /** H(A1). */
  readonly secret: string;
  readonly nonce: string;
  readonly nc: string;
  readonly cnonce: string;
  readonly uri: string;
  readonly method?: string;
}

/** `response` of RFC 7616, 3.4.1, for qop "auth". */
export function digestResponse(question: DigestQuestion): string {
  const { algorithm, secret, nonce, nc, cnonce, uri, method = "POST" } = question;
  const request = digestHash(algorithm, `${method}:${uri}`);
  return digestHash(algorithm, `${secret}:${nonce}:${nc}:${cnonce}:auth:${request}`);
}

/** Compares in constant time; hexadecimal digits in either case. */
export function isSameResponse(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given.toLowerCase())];
  return left.length === right.length && timingSafeEqual(left, right);
}

const nonceLifeMs = 600_000;

function seal(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** A nonce that only a server with the key can have created, valid for 600 seconds. */
export function newNonce(key: string, now: number): string {
  const text = `${now.toString(36)}.${randomBytes(12).toString("base64url")}`;
  return `${text}.${seal(key, text)}`;
}

/** Whether a nonce is valid; `stale` is ours but too old. */
export function judgeNonce(
  key: string,
  nonce: string,
  now: number,
): { state: "good" | "stale"; expiresAt: number } | { state: "foreign" } {
  const [time = "", random = "", seal64 = ""] = nonce.split(".");
  const expected = Buffer.from(seal(key, `${time}.${random}`));
  const given = Buffer.from(seal64);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { state: "foreign" };
  const madeAt = Number.parseInt(time, 36);
  // One from later was made before the clock was set back.
  const isGood = Math.abs(now - madeAt) < nonceLifeMs;
  return { state: isGood ? "good" : "stale", expiresAt: madeAt + nonceLifeMs };
}

type Db = Pick<Store, "db">;

const keyName = "digest nonces";

/** The key for the nonces, shared by all processes: created by the first that needs it. */
export async function nonceKey({ db }: Db): Promise<string> {
  const find = () => valueOf(db.selectFrom("server_secret").where("name", "=", keyName), "secret");
  const known = await find();
  if (known !== undefined) return known;
  await addNew(db, "server_secret", [{ name: keyName, secret: randomBytes(32).toString("base64url") }]);
  return (await find()) ?? "";
}

/** What digest needs of a user's password; undefined if digest is not enabled for the user. */
export async function digestRecordOf({ db }: Db, userId: number) {
  return db
    .selectFrom("digest_record")
    .select(["sha256", "md5"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function enableDigest(
  { db }: Db,
  { userId, name }: { userId: number; name: string },
  password: string,
): Promise<void> {
  const secrets = {
    sha256: digestSecret("SHA-256", { userName: name, password }),
    md5: digestSecret("MD5", { userName: name, password }),
  };
  await db
    .insertInto("digest_record")
    .values({ user_id: userId, ...secrets })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(secrets))
    .execute();
}

/** False if it was not enabled. */
export function disableDigest({ db }: Db, userId: number): Promise<boolean> {
  return didChange(db.deleteFrom("digest_record").where("user_id", "=", userId));
}

/** Records a use of a nonce. True once per count, and only for ascending counts, across all processes. */
export function takeNonceCount(
  { db }: Db,
  { nonce, count, expiresAt }: { nonce: string; count: number; expiresAt: number },
): Promise<boolean> {
  const use = db.insertInto("digest_nonce").values({ nonce, highest_nc: count, expires_at: expiresAt });
  return didChange(
    use.onConflict((conflict) =>
      conflict
        .column("nonce")
        .doUpdateSet({ highest_nc: count })
        .where("digest_nonce.highest_nc", "<", count),
    ),
  );
}
