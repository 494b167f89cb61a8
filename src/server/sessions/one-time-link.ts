import type { Transaction } from "kysely";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { makeUserLink } from "#room/server/store/user-links.ts";
import type { HandlerContext, SignedInContext } from "#room/server/handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";
import { hashOfSecret, newSecret } from "./link-secret.ts";
import { watchAddress } from "./throttle.ts";

const goodForMs = 24 * 3_600_000;

/** Creates a person's link. Throws the 409 if the person is disabled. */
export async function makeLink(
  user: Pick<UserRecord, "userId" | "name">,
  context: SignedInContext,
  transaction: Transaction<Tables>,
): Promise<{ secret: string; until: string }> {
  const secret = newSecret();
  const madeAt = context.now().getTime();
  const expiresAt = madeAt + goodForMs;
  const madeBy = context.session.userName;
  const linkHash = hashOfSecret(secret);
  if (!(await makeUserLink(transaction, { linkHash, userId: user.userId, madeAt, madeBy, expiresAt })))
    throw new Refusal(
      409,
      "PersonDisabled",
      `${user.name} is disabled. Enable them first; a link would open nothing.`,
    );
  return { secret, until: wireDateTimeOf(new Date(expiresAt)) };
}

export const linkUnknown = new Refusal(
  404,
  "LinkUnknown",
  "This link isn’t valid: it may be cut off, or a newer one replaced it. Ask your administrator for a new link. On a new server, use the setup link it printed last.",
);

/** The owner of a link. Throws the refusal that says whether it was used or has expired. */
export async function ownerOfLink(
  secret: string,
  { store, now }: Pick<HandlerContext, "store" | "now">,
): Promise<{ user: UserRecord; expiresAt: number }> {
  const link = await store.userLinks.find(hashOfSecret(secret));
  const user = link && (await store.users.byId(link.userId));
  if (!link || !user || user.disabled) throw linkUnknown;
  if (link.usedAt !== undefined)
    throw new Refusal(
      409,
      "LinkUsed",
      "This link has already been used. Sign in with your password, or ask your administrator for a new link.",
    );
  if (link.expiresAt <= now().getTime())
    throw new Refusal(
      409,
      "LinkExpired",
      "This link is more than a day old and no longer works. Ask your administrator for a new one.",
    );
  return { user, expiresAt: link.expiresAt };
}

/** Throws why a setup link opens nothing: it was used, or it is not one of this server's. */
export async function refuseLink(
  secret: string,
  context: Pick<HandlerContext, "store" | "now">,
): Promise<never> {
  await ownerOfLink(secret, context);
  throw linkUnknown;
}

/**
 * Runs what a secret gives access to. A wrong secret counts as a failed sign-in from its address. Throws the 429 after
 * too many.
 */
export async function watchedSecret<T>(context: HandlerContext, work: () => Promise<T>): Promise<T> {
  const watched = watchAddress(context);
  await watched.check();
  try {
    return await work();
  } catch (error) {
    if (error === linkUnknown) await watched.failed(undefined, "one-time link");
    throw error;
  }
}
