import { hash } from "node:crypto";
import { minPassword, passwordLengthFault } from "#room/contract/password-rule.ts";
import type { Store } from "#room/server/store/store.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";
import { factorsOf, isAnyFactor } from "./second-factor/factor-store.ts";

const size = 8;

let shipped: Promise<Buffer> | undefined;

/** Loaded when the first new password arrives. */
function shippedHashes(): Promise<Buffer> {
  shipped ??= import("./common-passwords.bin?inline").then(({ default: dataUrl }) =>
    Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"),
  );
  return shipped;
}

/** Whether a password is in the list of common ones (made by `.ci/common-passwords.mjs`), ignoring case. */
async function isCommonPassword(password: string): Promise<boolean> {
  const wanted = hash("sha256", password.normalize("NFKC").toLowerCase(), "buffer").subarray(0, size);
  const hashes = await shippedHashes();
  let low = 0;
  let high = hashes.length / size - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = hashes.compare(wanted, 0, size, middle * size, (middle + 1) * size);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

export type PasswordOwner = Pick<UserRecord, "name" | "displayName" | "addresses">;

const product = "visitcharge";
/** Shorter names are part of too many words. */
const minName = 4;
/** If this much remains without the names, the rest counts as a password by itself. */
const minRest = 8;

const common = "This password is easy to guess: it’s on lists of passwords in common use. Choose another.";
const named =
  "This password is mostly your name, the clinic’s or a practice’s, which others can guess. Choose another.";

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The repeated unit: "password" of "passwordpassword". */
function repeated(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

/** Without leading and trailing digits and symbols: "password" of "12password!!". */
const core = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** Whole names and their parts, longest first. */
function partsOf(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => [name, ...name.split(/[\s@.,_-]/)]).map(plain);
  return [...new Set([...parts, product])]
    .filter((part) => part.length >= minName)
    .sort((one, other) => other.length - one.length);
}

/**
 * What is wrong with a new password; undefined if nothing is. Follows SP 800-63B-4: length, common passwords, and names
 * that everyone here knows; no composition rules.
 * @param names what an attacker who knows this clinic could guess, including its practices' names while there are few
 */
export async function passwordFault(
  password: string,
  least: number,
  names: readonly string[],
): Promise<string | undefined> {
  const fault = passwordLengthFault(password, least);
  if (fault !== undefined) return fault;
  const unit = repeated(password.toLowerCase());
  if (unit.length <= minName) return common;
  for (const form of new Set([password, unit, core(unit)])) if (await isCommonPassword(form)) return common;
  const whole = plain(password);
  const rest = partsOf(names).reduce((text, part) => text.replaceAll(part, ""), whole);
  if (rest === whole) return undefined;
  const isWeak =
    rest.length < minRest || (await isCommonPassword(rest)) || (await isCommonPassword(core(rest)));
  return isWeak ? named : undefined;
}

/** The minimum length of a new password for this user: shorter if they have a second factor now. */
export async function leastPasswordOf(
  { userId }: { userId?: number | undefined },
  { store }: { store: Store },
): Promise<number> {
  if (userId === undefined) return minPassword.alone;
  const isBeside = isAnyFactor(await factorsOf(store, userId));
  return isBeside ? minPassword.besideSecondFactor : minPassword.alone;
}

/** What is wrong with a new password for a user of this store; undefined if nothing is. */
export async function newPasswordFault(
  password: string,
  owner: PasswordOwner & Partial<Pick<UserRecord, "userId">>,
  { store }: { store: Store },
): Promise<string | undefined> {
  const { name, displayName, addresses } = owner;
  const least = await leastPasswordOf(owner, { store });
  const locals = addresses.map((address) => address.split("@")[0] ?? "");
  const ofClinic = await store.clinic.names();
  const names = [name, displayName, ...locals, ...ofClinic];
  return passwordFault(password, least, names);
}
