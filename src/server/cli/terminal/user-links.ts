import { counted } from "#room/contract/primitives/counted.ts";
import { linkIdentity, linksOf, unlinkIdentities } from "#room/server/sessions/identities.ts";
import { openIdSettings } from "#room/server/sessions/openid-settings.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";
import { noteChange, textTable, WrongUse } from "./run-tool.ts";
import { resetFactors } from "#room/server/sessions/second-factor/factor-store.ts";

/** `reset-factor NAME`: for users who lost their second factor. */
export async function resetFactorOf(store: Store, user: UserRecord): Promise<void> {
  if (!(await resetFactors(store, user.userId))) {
    console.log(`${user.name} has no second factor.`);
    return;
  }
  await store.sessions.endAllOf(user.userId, Date.now(), { reason: "second factor reset" });
  await noteChange(store, "changed factor", `${user.name}: reset`);
  console.log(`${user.name} signs in without a second factor until a new one is set up; all sessions ended.`);
}

function issuerOf(provider: string | undefined, settings: Settings): string {
  const known = openIdSettings(settings);
  const found = known.find(({ name }) => name === provider?.toLowerCase());
  if (found) return found.issuer.href;
  const names = known.map(({ name }) => name).join(", ") || "none";
  throw new WrongUse(`There is no provider ${provider ?? ""}. OPENID_PROVIDERS names: ${names}.`);
}

/** `links [NAME]`: which accounts at identity providers sign in as which user. */
export async function listLinks(store: Store, settings: Settings, user?: UserRecord): Promise<void> {
  const names = new Map((await store.users.list()).map(({ userId, name }) => [userId, name]));
  const providers = openIdSettings(settings);
  const bare = (issuer: string) => issuer.replace(/\/$/, "");
  const rows = (await linksOf(store, user?.userId)).map(({ userId, issuer, subject }) => [
    names.get(userId) ?? String(userId),
    providers.find((provider) => bare(provider.issuer.href) === bare(issuer))?.name ?? issuer,
    subject,
  ]);
  console.log(textTable([["USER", "PROVIDER", "ACCOUNT"], ...rows]));
}

/** `link NAME PROVIDER ACCOUNT`: the account id, as shown by the provider and by the refused sign-in. */
export async function link(
  store: Store,
  settings: Settings,
  user: UserRecord,
  [provider, subject = "", ...more]: readonly string[],
): Promise<void> {
  const issuer = issuerOf(provider, settings);
  if (subject === "" || more.length > 0)
    throw new WrongUse("Which account? Give its id, and nothing after it.");
  if (!(await linkIdentity(store, { issuer, subject, userId: user.userId })))
    throw new WrongUse("That account is linked to another user; see links, and unlink it there first.");
  await noteChange(store, "changed user", `${user.name}: linked ${provider ?? ""}`);
  console.log(`${subject} at ${provider ?? ""} signs in as ${user.name}.`);
}

/** `unlink NAME PROVIDER [ACCOUNT]`; also ends its sessions. */
export async function unlink(
  store: Store,
  settings: Settings,
  user: UserRecord,
  [provider, subject]: readonly string[],
): Promise<void> {
  const issuer = issuerOf(provider, settings);
  const undone = await unlinkIdentities(store, { userId: user.userId, issuer, subject });
  if (undone === 0) throw new WrongUse(`${user.name} has no such link.`);
  const ended = await store.sessions.endAllOf(user.userId, Date.now(), { reason: "unlinked" });
  await noteChange(store, "changed user", `${user.name}: unlinked ${provider ?? ""}`);
  const links = counted(undone, "link");
  console.log(`Undid ${links} of ${user.name}; ended ${counted(ended, "session")}.`);
}
