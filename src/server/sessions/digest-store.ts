import { randomBytes } from "node:crypto";
import { didChange, valueOf, addNew } from "#room/server/store/rows.ts";
import type { Store } from "#room/server/store/store.ts";
import { digestSecret } from "./digest.ts";

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
