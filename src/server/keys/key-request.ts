import { knownGuid } from "#room/contract/primitives/guid.ts";
import { isClinicWide, programOperation } from "#room/contract/program-operations.ts";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { keyLimits } from "#room/contract/schemas/program-key.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { isUserName } from "#room/server/sessions/user-name.ts";
import type { Store } from "#room/server/store/store.ts";
import { seesNoMore } from "#room/server/store/visits/visit-types.ts";
import type { KeyRecord, NewKey } from "#room/server/store/program-key-repository.ts";

const dayMs = 86_400_000;

/** The creator of a key. A key never has more rights than its creator; the command line may create any. */
export type KeyMaker = Pick<SessionInfo, "userName" | "practices"> & Partial<Pick<SessionInfo, "rights">>;

function operationIn(name: string): OperationKey {
  const operation = programOperation(name);
  if (operation === undefined)
    throw invalidMember("RegularExpression", "operations", `A key may not be given ${name}.`);
  return operation;
}

export function checkedExpiry(expiresAt: number | undefined, now: number): number {
  const end = expiresAt ?? now + keyLimits.usualDays * dayMs;
  if (end > now && end <= now + keyLimits.maxDays * dayMs) return end;
  throw invalidMember(
    "InclusiveBetween",
    "expiresAt",
    "A key expires on a day of the next three years. It can be rotated before it does.",
  );
}

/** Throws the 403 for a key that could do what its creator may not. */
export function checkMaker(
  { operations, practices }: { operations: readonly OperationKey[]; practices: readonly string[] },
  maker: KeyMaker,
): void {
  if (!seesNoMore(practices, maker))
    throw new Refusal(403, "OutsideYourPractices", "This key is for practices you don’t have access to.");
  const held: ReadonlySet<string> | undefined = maker.rights;
  const lacked = operations.find((key) => held && !held.has(registry[key].right));
  if (lacked !== undefined)
    throw new Refusal(403, "Forbidden", `The key could call ${registry[lacked].name}, which you may not.`);
}

/** The same for an existing key, before it gets a new secret or ends. */
export function checkMayChange(key: KeyRecord, maker: KeyMaker): void {
  const operations = key.operations.map(programOperation).filter((operation) => operation !== undefined);
  checkMaker({ operations, practices: key.practices }, maker);
}

/** A request for a new key, in stored form. Throws what is wrong with it, by member. */
export function checkedKeyRequest(
  request: {
    name: string;
    operations: readonly string[];
    practices: readonly string[];
    expiresAt: number | undefined;
  },
  maker: KeyMaker,
  at: number,
): NewKey {
  const name = request.name.trim();
  if (!isUserName(name))
    throw invalidMember(
      "RegularExpression",
      "name",
      "Use letters of one alphabet, digits and symbols, without : and ;.",
    );
  const operations = [...new Set(request.operations.map(operationIn))];
  if (operations.length === 0)
    throw invalidMember("NotEmpty", "operations", "Choose what the program may do.");
  const requested = [...new Set(request.practices.map((id) => knownGuid(id)))];
  const practices = requested.length === 0 ? maker.practices : requested;
  checkMaker({ operations, practices }, maker);
  const wide = practices.length === 0 ? undefined : operations.find(isClinicWide);
  if (wide !== undefined)
    throw invalidMember(
      "Equal",
      "operations",
      `${registry[wide].name} is for the whole clinic: a key that is limited to practices may not be given it.`,
    );
  const expiresAt = checkedExpiry(request.expiresAt, at);
  const names = operations.map((key) => registry[key].name);
  return { name, operations: names, practices, expiresAt, by: maker.userName, at };
}

/** The key that somebody is about to change. Throws the 404, or the 403 of one that they may not. */
export async function keyToChange(
  keyId: number,
  { store, session }: { readonly store: Pick<Store, "programKeys">; readonly session: KeyMaker },
): Promise<KeyRecord> {
  const key = await store.programKeys.byId(keyId);
  if (!key) throw keyNotFound();
  checkMayChange(key, session);
  return key;
}

export function keyNotFound(): Refusal {
  return new Refusal(404, "KeyNotFound", "There is no such key.");
}

export function keyNameTaken(name: string): Refusal {
  return new Refusal(
    409,
    "KeyNameTaken",
    `Another key is called ${name}, or something that looks the same. End that one, or choose another name.`,
  );
}
