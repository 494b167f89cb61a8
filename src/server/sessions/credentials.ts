import { digestRecordOf, enableDigest } from "./digest.ts";
import type { Issue } from "#room/contract/issues.ts";
import { invalidRequest, notAuthenticated } from "#room/server/http/refusal.ts";
import { checkedContinue } from "./continue-path.ts";
import type { HandlerContext, Provider } from "#room/server/handler.ts";
import type { Store } from "#room/server/store/store.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";
import { inPasswordQueue, isEarlierRecord, isPasswordOf, passwordRecord } from "./passwords.ts";
import { addressKey } from "./address-key.ts";
import { endSignIn, hasFactor } from "./second-factor/end-sign-in.ts";
import { badSignIn } from "./provider.ts";
import { watchSignIn } from "./throttle.ts";

function missing(name: string): Issue {
  return { path: [name], code: "NotEmpty", message: `'${name}' must be given.` };
}

/** A command has nobody who could go away. */
type Caller = Pick<HandlerContext, "remoteAddress"> & Partial<Pick<HandlerContext, "callerGone">>;

/** Runs a task that derives keys. Throws the 429 when too many are waiting. */
export const queued = <T>({ remoteAddress, callerGone }: Caller, task: () => Promise<T>): Promise<T> =>
  inPasswordQueue(addressKey(remoteAddress), task, callerGone);

/** Upgrades an older record to today's cost. A password changed in the meantime is left alone. */
async function renewRecord(user: UserRecord, password: string, context: HandlerContext): Promise<UserRecord> {
  const { userId, passwordRecord: before } = user;
  if (before === undefined || !isEarlierRecord(before)) return user;
  const renewed = await queued(context, () => passwordRecord(password));
  await context.store.users.renewPasswordRecord(userId, { before, renewed });
  return { ...user, passwordRecord: renewed };
}

/** The user proved by name and password. Throws the same refusal whatever was wrong. */
export async function provenUser(
  { userName, password }: { userName: string; password: string },
  context: HandlerContext,
): Promise<UserRecord> {
  const issues = [
    ...(userName.trim() === "" ? [missing("userName")] : []),
    ...(password === "" ? [missing("password")] : []),
  ];
  if (issues.length > 0) throw invalidRequest({ issues, total: issues.length });
  const { store } = context;
  const watched = watchSignIn(context, userName);
  await watched.check();
  const user = await queued(context, async () => {
    // Checked again, since others may have failed while this one waited for its turn.
    await watched.check();
    const found = await store.users.find(userName);
    const isRight = await isPasswordOf(found?.passwordRecord, password);
    if (isRight && found && !found.disabled) return found;
    await watched.failed();
    return undefined;
  });
  if (!user) throw notAuthenticated(badSignIn);
  const renewed = await renewRecord(user, password, context);
  // Otherwise each correct password would buy ten more guesses at the second factor.
  if (!(await hasFactor(context, user.userId))) await watched.succeeded();
  return renewed;
}

/**
 * Whether it is the password of a signed-in user. Wrong ones count as failed sign-ins. Throws the 429 after too many.
 */
export async function isRightPassword(
  user: UserRecord,
  password: string,
  context: HandlerContext,
): Promise<boolean> {
  const watched = watchSignIn(context, user.name);
  await watched.check();
  const isRight = await queued(context, async () => {
    await watched.check();
    return isPasswordOf(user.passwordRecord, password);
  });
  if (isRight) await watched.succeeded();
  else await watched.failed();
  return isRight;
}

/**
 * Provider `credentials`: user name and password. If all sessions of the user were ended meanwhile it begins once more: the
 * password is still the one that was right.
 */
export const credentials: Provider = async (request, context) => {
  const referrerUrl = checkedContinue(request.continue);
  const { userName, password } = request;
  const user = await provenUser({ userName: userName ?? "", password: password ?? "" }, context);
  const end = { by: "credentials", remember: request.rememberMe === true, referrerUrl };
  const proveAgain = async () => {
    const now = await context.store.users.byId(user.userId);
    // A factor set up meanwhile ended them: the password alone no longer signs in.
    const isEnough = now?.passwordRecord === user.passwordRecord && !(await hasFactor(context, user.userId));
    return isEnough ? now : undefined;
  };
  return endSignIn({ ...user, proveAgain }, end, context);
};

/** What is stored of a new password. Throws the 429 when too many are being hashed. */
export async function hashedPassword(password: string, context: Caller) {
  return { password, record: await queued(context, () => passwordRecord(password)) };
}

/** Stores a user's new password, also for digest if that is enabled. False if it was changed since the user was read. */
export async function storePassword(
  user: Pick<UserRecord, "userId" | "name" | "passwordRecord">,
  { password, record }: Awaited<ReturnType<typeof hashedPassword>>,
  store: Pick<Store, "db" | "users">,
): Promise<boolean> {
  if (!(await store.users.setPassword(user.name, record, user.passwordRecord))) return false;
  if (await digestRecordOf(store, user.userId)) await enableDigest(store, user, password);
  return true;
}
