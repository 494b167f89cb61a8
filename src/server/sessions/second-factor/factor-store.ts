import type { Insertable, Kysely, Selectable } from "kysely";
import { hash, randomInt } from "node:crypto";
import { inTransaction, countOf, didChange, valueOf } from "#room/server/store/rows.ts";
import { isDuplicate } from "#room/server/store/store-unavailable.ts";
import type { PasskeyTable } from "#room/server/store/people-tables.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { stepAt } from "./totp.ts";

/** Without letters and digits that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const howMany = 10;

/**
 * 24 letters, 118 bits, in groups that people can copy: too many to guess from a hash, so a fast hash is enough (ASVS
 * 6.5.2).
 */
function newCode(): string {
  const letters = Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)] ?? "a").join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, newCode);
}

/** The stored hash of a code, however it is typed: with spaces, in capitals, without hyphens. */
function hashOfRecoveryCode(userId: number, code: string): string {
  return hash("sha256", `recovery ${userId} ${code.toLowerCase().replace(/[^a-z\d]/g, "")}`, "base64url");
}

type Db = Pick<Store, "db">;
export type PasskeyRow = Selectable<PasskeyTable>;

export interface Factors {
  readonly totpSince: number | undefined;
  readonly passkeys: readonly PasskeyRow[];
  readonly recoveryCodesLeft: number;
}

export async function factorsOf({ db }: Db, userId: number): Promise<Factors> {
  const totpSince = await valueOf(db.selectFrom("totp").where("user_id", "=", userId), "since");
  const passkeys = await passkeysOf({ db }, userId);
  const recoveryCodesLeft = await countOf(db.selectFrom("recovery_code").where("user_id", "=", userId));
  return { totpSince, passkeys, recoveryCodesLeft };
}

/** Recovery codes alone are not a factor: they replace one. */
export function isAnyFactor({ totpSince, passkeys }: Factors): boolean {
  return totpSince !== undefined || passkeys.length > 0;
}

export async function whoHasFactors({ db }: Db): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("totp")
    .select("user_id")
    .union(db.selectFrom("passkey").select("user_id"))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function totpOf({ db, vault }: Pick<Store, "db" | "vault">, userId: number) {
  const row = await db
    .selectFrom("totp")
    .select(["secret", "since"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { ...row, secret: await vault.text(associatedData.totpSecret(userId), row.secret) };
}

export function passkeysOf({ db }: Db, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkey")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("credential_id")
    .execute();
}

export function findPasskey({ db }: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

/** Replaces the previous app; the code that proved the new one is used up. */
export async function keepTotp(
  { db, vault }: Db & { readonly vault: Pick<Store["vault"], "sealer"> },
  { userId, secret, step, now }: { userId: number; secret: string; step: number; now: number },
): Promise<void> {
  const seal = await vault.sealer();
  const values = {
    secret: seal.text(associatedData.totpSecret(userId), secret),
    since: now,
    last_step: step,
  };
  await db
    .insertInto("totp")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** Five minutes: a used step further ahead than this is of a clock that has been set back since. */
const maxStepsAhead = 10;

/** Uses up a code's time step: true once, and only for ascending steps, across all processes. */
export function takeTotpStep(
  { db }: Db,
  { userId, step, now }: { userId: number; step: number; now: number },
): Promise<boolean> {
  const own = db.updateTable("totp").set({ last_step: step }).where("user_id", "=", userId);
  return didChange(
    own.where(({ or, eb }) =>
      or([eb("last_step", "<", step), eb("last_step", ">", stepAt(now) + maxStepsAhead)]),
    ),
  );
}

/** False if the passkey is already registered to anyone. */
export async function keepPasskey({ db }: Db, row: Insertable<PasskeyTable>): Promise<boolean> {
  try {
    await db.insertInto("passkey").values(row).execute();
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Records a use of a passkey: false if another use was recorded since its row was read. */
export function takePasskeyUse(
  { db }: Db,
  { credential_id: id, counter }: PasskeyRow,
  { newCounter, now }: { newCounter: number; now: number },
): Promise<boolean> {
  const use = db.updateTable("passkey").set({ counter: newCounter, last_used_at: now });
  return didChange(use.where("credential_id", "=", id).where("counter", "=", counter));
}

/** True once per code, across all processes. */
export function takeRecoveryCode({ db }: Db, userId: number, code: string): Promise<boolean> {
  const own = db.deleteFrom("recovery_code").where("user_id", "=", userId);
  return didChange(own.where("code_hash", "=", hashOfRecoveryCode(userId, code)));
}

/** New codes that replace all earlier ones. They are shown once: only their hashes are stored. */
export async function renewRecoveryCodes({ db }: Db, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
    const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOfRecoveryCode(userId, code) }));
    await transaction.insertInto("recovery_code").values(rows).execute();
  });
  return codes;
}

/**
 * Removes one factor: the app, or a passkey of that user. Recovery codes are useless without any factor. False if there
 * was none.
 */
export function forgetFactor(
  { db }: Db,
  userId: number,
  which: { readonly totp: true } | { readonly passkeyId: string },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const passkeys = transaction.deleteFrom("passkey").where("user_id", "=", userId);
    const isForgotten = await didChange(
      "totp" in which
        ? transaction.deleteFrom("totp").where("user_id", "=", userId)
        : passkeys.where("credential_id", "=", which.passkeyId),
    );
    if (!isAnyFactor(await factorsOf({ db: transaction }, userId))) await forgetCodes(transaction, userId);
    return isForgotten;
  });
}

async function forgetCodes(db: Kysely<Tables>, userId: number): Promise<void> {
  await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await db.deleteFrom("factor_challenge").where("user_id", "=", userId).execute();
}

/** Removes all of a user's factors and what is pending for them; false if there were none. */
export async function resetFactors({ db }: Db, userId: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const had = isAnyFactor(await factorsOf({ db: transaction }, userId));
    await transaction.deleteFrom("totp").where("user_id", "=", userId).execute();
    await transaction.deleteFrom("passkey").where("user_id", "=", userId).execute();
    await forgetCodes(transaction, userId);
    return had;
  });
}
