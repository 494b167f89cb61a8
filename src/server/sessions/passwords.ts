import { FairCalls } from "#room/server/http/fair-calls.ts";
import { tryAgainIn } from "#room/server/http/refusal.ts";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** ASVS 5.0's minimum cost for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. */
const cost: Cost = { logN: 15, r: 8, p: 3 };
/** The costs of records from earlier versions. They are upgraded at the next sign-in. */
const earlierCosts: readonly Cost[] = [{ logN: 14, r: 8, p: 5 }];
const keyBytes = 32;

/** Each derivation takes 32 MiB and a pool thread; more at a time would leave no threads for files and DNS. */
const derivations = new FairCalls(
  { atOnce: { everybody: 2, caller: 2 }, inAll: { everybody: 502, caller: 102 }, waitMs: 20_000 },
  () => tryAgainIn(5, "Too many sign-ins at once. Try again in a moment.", 429),
);

/**
 * Runs tasks that derive keys, a few at a time in this process. Throws the 429 when too many are waiting, or one waited
 * too long.
 * @param asker an address; askers take turns, so that a flood of sign-ins from one holds up no other
 * @param gone aborts when nobody waits for the task any more: it is not begun then
 */
export const inPasswordQueue = <T>(asker: string, task: () => Promise<T>, gone?: AbortSignal): Promise<T> =>
  derivations.run(asker, task, gone);

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** The stored record for a password: cost, individual salt, and derived key (tests use a lower cost). */
export async function passwordRecord(password: string, its: Cost = cost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, its);
  const { logN, r, p } = its;
  return `scrypt$${logN}$${r}$${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

const nobody = { cost, salt: randomBytes(16), key: randomBytes(keyBytes) };

function parseRecord(record: string | undefined) {
  const match = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(record ?? "");
  const [, logN, r, p, salt, key] = match ?? [];
  if (salt === undefined || key === undefined) return undefined;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

/**
 * Whether the password matches the record. Without a record (no such user, or a user without a password) it does the
 * same work and returns false, so that timing reveals nothing. Call it inside inPasswordQueue.
 */
export async function isPasswordOf(record: string | undefined, password: string): Promise<boolean> {
  const known = parseRecord(record);
  const { cost: its, salt, key } = known ?? nobody;
  const derived = await derive(password, salt, its);
  // An older record is cheaper, and timing would reveal its user: the difference is made up, in as much memory as today's
  // records take, since a smaller block stays in the processor's cache and in the heap.
  const missing = isEarlier(its) ? workOf(cost) - workOf(its) : 0;
  if (missing > 0) await derive("", salt, { ...cost, p: Math.ceil(missing / 2 ** cost.logN) });
  return timingSafeEqual(derived, key) && known !== undefined;
}

const workOf = ({ logN, p }: Cost) => 2 ** logN * p;

function isEarlier({ logN, r, p }: Cost): boolean {
  return earlierCosts.some((earlier) => earlier.logN === logN && earlier.r === r && earlier.p === p);
}

/** Whether a record should be rebuilt at today's cost once its password is available. */
export function isEarlierRecord(record: string | undefined): boolean {
  const known = parseRecord(record);
  return known !== undefined && isEarlier(known.cost);
}
