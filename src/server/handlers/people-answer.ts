import { isUserName } from "#room/server/sessions/user-name.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import type { HandlerContext, SignedInContext } from "#room/server/handler.ts";
import { concernsAll, invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { whoHasFactors } from "#room/server/sessions/second-factor/factor-store.ts";
import { isAddress } from "#room/server/sessions/first-users.ts";
import { ChangedSince } from "#room/server/store/changed-since.ts";
import {
  AlreadyTaken,
  LastAdministrator,
  type UserChanges,
  type UserRecord,
} from "#room/server/store/user-repository.ts";
import { seesNoMore } from "#room/server/store/visits/visit-types.ts";
import { unconfirmedRestore } from "#room/server/store/settle-restore.ts";
import { wireInstant } from "./visit-answer.ts";

/** The name that somebody is to have. */
export function checkedUserName(request: { readonly userName: string }): string {
  const name = request.userName.trim();
  if (isUserName(name)) return name;
  const rule = "Use at most 100 letters of one alphabet, digits and symbols, without : and ;.";
  throw invalidMember("RegularExpression", "userName", rule);
}

interface Around {
  readonly sessions: ReadonlyMap<number, number>;
  readonly links: ReadonlyMap<number, number>;
  readonly factors: ReadonlySet<number>;
  readonly needsFactor: (role: string) => boolean;
  /** Undefined once somebody has looked through the people. */
  readonly restoredAt: number | undefined;
}

export async function aroundPeople({ store, sessions, settings, now }: HandlerContext): Promise<Around> {
  const needed: readonly string[] = settings.secondFactorRoles;
  return {
    sessions: await sessions.countLive(),
    links: await store.userLinks.waiting(now().getTime()),
    factors: await whoHasFactors(store),
    needsFactor: (role) => needed.includes(role),
    restoredAt: await unconfirmedRestore(store.db),
  };
}

export function personOf(
  user: UserRecord,
  { sessions, links, factors, needsFactor, restoredAt = 0 }: Around,
): Person {
  const noFactor = needsFactor(user.role) ? "missing" : "none";
  return {
    userName: user.name,
    displayName: user.displayName,
    role: user.role,
    rights: [...user.rights],
    addresses: [...user.addresses],
    practices: [...user.practices],
    isDisabled: user.disabled,
    hasPassword: user.passwordRecord !== undefined,
    secondFactor: factors.has(user.userId) ? "set" : noFactor,
    createdAt: wireInstant(user.createdAt),
    ...(user.createdAt < restoredAt ? { isBeforeRestore: true } : {}),
    lastSignInAt: wireInstant(user.lastSignInAt),
    sessions: sessions.get(user.userId) ?? 0,
    linkUntil: wireInstant(links.get(user.userId)),
  };
}

/** Throws the 404. */
export async function personNamed(name: string, { store }: HandlerContext): Promise<UserRecord> {
  const user = await store.users.find(name);
  if (!user) throw new Refusal(404, "PersonNotFound", `There is no user ${name}.`);
  return user;
}

/** Throws the 403 if they see practices that the caller does not: nobody gives or takes more than they have. */
export function checkReach(
  practices: readonly string[],
  { session }: Pick<SignedInContext, "session">,
): void {
  if (seesNoMore(practices, session)) return;
  throw new Refusal(
    403,
    "OutsideYourPractices",
    "This person has, or would get, access to practices that you don’t have. Ask somebody who has access to all of them.",
  );
}

/** Throws the 403 if they would get rights that the caller does not have. */
export function checkGives(
  rights: readonly string[] = [],
  before: readonly string[],
  { session }: Pick<SignedInContext, "session">,
): void {
  const had: readonly string[] = [...before, ...session.rights];
  if (rights.some((right) => !had.includes(right))) throw concernsAll();
}

/** Whom the caller may change. Throws the 404, or the 403. */
export async function personWithin(name: string, context: SignedInContext): Promise<UserRecord> {
  const user = await personNamed(name, context);
  checkReach(user.practices, context);
  return user;
}

/** The changes of a request in canonical form. Throws the 400 for an invalid address. */
export function changesOf(
  request: Pick<
    RequestOf<"changePerson">,
    "displayName" | "role" | "rights" | "addresses" | "practices" | "isDisabled"
  >,
): UserChanges {
  const { displayName, role, rights, practices, isDisabled } = request;
  const addresses = request.addresses?.map((address) => address.trim());
  const wrong = addresses?.findIndex((address) => !isAddress(address)) ?? -1;
  if (wrong >= 0)
    throw invalidMember("Email", `addresses[${wrong}]`, "This isn’t an address such as name@direct.example.");
  return {
    displayName: displayName ?? undefined,
    role: role ?? undefined,
    rights: rights ?? undefined,
    addresses,
    practices: practices?.flatMap((id) => canonicalGuid(id) ?? []),
    disabled: isDisabled ?? undefined,
  };
}

/** Turns a store refusal that protects all users into a 409; returns other errors unchanged. */
export function refusalOfStore(error: unknown, changed = "PersonChanged"): unknown {
  if (error instanceof ChangedSince)
    return new Refusal(
      409,
      changed,
      "Somebody else changed this in the meantime. Nothing was saved: close it, and look at it again.",
    );
  if (error instanceof LastAdministrator)
    return new Refusal(
      409,
      "LastAdministrator",
      `This is the last administrator${error.of} who can sign in. Make somebody else one first.`,
    );
  if (!(error instanceof AlreadyTaken)) return error;
  const isName = error.what === "name";
  const code = isName ? "UserNameTaken" : "AddressTaken";
  const message = `${error.message}. ${isName ? "Choose another; a name is never used for a second person." : "An address belongs to one person."}`;
  const fieldName = isName ? "userName" : "addresses";
  return new Refusal(409, code, message, { errors: [{ errorCode: code, fieldName, message }] });
}
