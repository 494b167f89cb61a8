import { counted } from "#room/contract/primitives/counted.ts";
import { hashedPassword, storePassword } from "#room/server/sessions/credentials.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { extraRights, isRole, type Role, roleNames } from "#room/contract/rights.ts";
import { disableDigest, enableDigest } from "#room/server/sessions/digest.ts";
import { isAddress } from "#room/server/sessions/first-users.ts";
import { isPasswordOf, passwordRecord } from "#room/server/sessions/passwords.ts";
import { isUserName } from "#room/server/sessions/user-name.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import {
  AlreadyTaken,
  LastAdministrator,
  type UserChanges,
  type UserRecord,
} from "#room/server/store/user-repository.ts";
import { askNewPassword, askPassword } from "./ask-password.ts";
import { commandOf, dateText, noteChange, readWords, textTable, WrongUse } from "./run-tool.ts";
import { link, listLinks, resetFactorOf, unlink } from "./user-links.ts";

export const userUsage = `npm run user -- add NAME [--role ROLE] [--address ADDRESS]… [--right RIGHT]… [--no-password]
                list
                password NAME
                address NAME ADDRESS…
                role NAME ROLE
                rights NAME [RIGHT…]
                practices NAME PRACTICE… | practices NAME all
                disable NAME | enable NAME
                sessions NAME [--end]
                digest NAME [--off]
                reset-factor NAME
                links [NAME]
                link NAME PROVIDER ACCOUNT | unlink NAME PROVIDER [ACCOUNT]

The command asks for passwords, or reads them from the first line of standard input.
Roles: ${roleNames.join(", ")}; a new user is a clerk by default. Rights beyond a role:
${extraRights.join(", ")}. The last administrator cannot be removed. Changing a password or disabling a user ends all their sessions.`;

async function userOf(store: Store, name: string | undefined): Promise<UserRecord> {
  if (name === undefined) throw new WrongUse(`Which user? The NAME is missing.\n\n${userUsage}`);
  const user = await store.users.find(name);
  if (!user) throw new WrongUse(`There is no user ${name}.`);
  return user;
}

interface Words {
  readonly name: string | undefined;
  readonly more: readonly string[];
  readonly addresses: readonly string[];
  readonly rights: readonly string[];
  readonly role: string;
  readonly end: boolean;
  readonly off: boolean;
  readonly hasPassword: boolean;
}

function checkAddresses(addresses: readonly string[]): void {
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong !== undefined) throw new WrongUse(`${wrong} is not an address.`);
}

const knownRights: readonly string[] = extraRights;

function checkRights(rights: readonly string[]): void {
  const wrong = rights.find((right) => !knownRights.includes(right));
  if (wrong !== undefined)
    throw new WrongUse(`There is no right ${wrong}. Rights: ${knownRights.join(", ")}.`);
}

function roleIn(text: string): Role {
  if (isRole(text)) return text;
  throw new WrongUse(`There is no role ${text}. Roles: ${roleNames.join(", ")}.`);
}

async function add(
  store: Store,
  { name = "", addresses, rights, hasPassword, ...words }: Words,
  settings: Settings,
): Promise<void> {
  if (!isUserName(name))
    throw new WrongUse(
      `A user name has 1 to 100 letters of one alphabet, digits and symbols, without : and ;\n\n${userUsage}`,
    );
  checkAddresses(addresses);
  checkRights(rights);
  const role = roleIn(words.role);
  if (await store.users.find(name)) throw new WrongUse(`The name ${name} is taken.`);
  const owner = { name, displayName: "", addresses };
  const password = hasPassword ? await askNewPassword(owner, { store, settings }) : undefined;
  const record = password === undefined ? undefined : await passwordRecord(password);
  await store.users.add({ name, role, passwordRecord: record, addresses, rights, createdAt: Date.now() });
  await noteChange(store, "changed user", `${name}: added as ${role}`);
  console.log(`Added ${name} as ${role}.`);
}

/** Changes a user, notes it, and says what is so now. */
async function change(
  store: Store,
  { name }: UserRecord,
  changes: UserChanges,
  { noted, said }: { readonly noted: string; readonly said: string },
): Promise<void> {
  await store.users.change(name, changes);
  await noteChange(store, "changed user", `${name}: ${noted}`);
  console.log(`${name} ${said}.`);
}

async function list(store: Store): Promise<void> {
  const rows = (await store.users.list()).map((user) => [
    user.name,
    user.addresses.join(", "),
    [user.role, ...user.rights].join(", "),
    user.disabled ? "disabled" : user.passwordRecord === undefined ? "no password" : "",
  ]);
  console.log(textTable([["NAME", "ADDRESSES", "ROLE AND RIGHTS", ""], ...rows]));
}

async function changePassword(store: Store, { name }: Words, settings: Settings): Promise<void> {
  const user = await userOf(store, name);
  const password = await askNewPassword(user, { store, settings });
  // Whatever it has become while this one was typed.
  const hashed = await hashedPassword(password, { remoteAddress: "" });
  await storePassword({ ...user, passwordRecord: undefined }, hashed, store);
  const ended = await store.sessions.endAllOf(user.userId, Date.now(), { reason: "password changed" });
  await noteChange(store, "changed user", `${user.name}: password`);
  console.log(`Changed the password of ${user.name}; ended ${counted(ended, "session")}.`);
}

async function setDisabled(store: Store, name: string | undefined, disabled: boolean): Promise<void> {
  const user = await userOf(store, name);
  await store.users.change(user.name, { disabled });
  const ended = disabled
    ? await store.sessions.endAllOf(user.userId, Date.now(), { reason: "user disabled" })
    : 0;
  await noteChange(store, "changed user", `${user.name}: ${disabled ? "disabled" : "enabled"}`);
  console.log(
    disabled ? `Disabled ${user.name}; ended ${counted(ended, "session")}.` : `Enabled ${user.name}.`,
  );
}

async function sessions(store: Store, { name, end }: Words): Promise<void> {
  const user = await userOf(store, name);
  if (end) {
    const ended = await store.sessions.endAllOf(user.userId, Date.now(), { reason: "ended by hand" });
    await noteChange(store, "changed user", `${user.name}: sessions ended`);
    console.log(`Ended ${counted(ended, "session")} of ${user.name}.`);
    return;
  }
  const live = (await store.sessions.listOf(user.userId)).filter((session) => session.expiresAt > Date.now());
  const rows = live.map((session) => [
    session.idHash.slice(0, 8),
    dateText(session.createdAt),
    dateText(session.lastSeenAt),
    dateText(session.expiresAt),
    session.remoteAddress ?? "",
  ]);
  console.log(textTable([["SESSION", "SINCE (UTC)", "LAST SEEN", "ENDS AT", "FROM"], ...rows]));
}

async function setAddresses(store: Store, { name, more }: Words): Promise<void> {
  const user = await userOf(store, name);
  checkAddresses(more);
  const said = `has ${more.length === 0 ? "no address" : more.join(", ")}`;
  await change(store, user, { addresses: more }, { noted: "addresses", said });
}

async function setRights(store: Store, { name, more }: Words): Promise<void> {
  const user = await userOf(store, name);
  checkRights(more);
  const said = `has ${more.length === 0 ? "no rights beyond those of the role" : more.join(", ")}`;
  await change(store, user, { rights: [...new Set(more)] }, { noted: `rights ${more.join(",")}`, said });
}

async function setRole(store: Store, { name, more }: Words): Promise<void> {
  const user = await userOf(store, name);
  const [text, ...rest] = more;
  if (text === undefined || rest.length > 0)
    throw new WrongUse(`Which role? One of ${roleNames.join(", ")}.`);
  const role = roleIn(text);
  await change(store, user, { role }, { noted: `role ${role}`, said: `is ${role}` });
}

async function setPractices(store: Store, { name, more }: Words): Promise<void> {
  const user = await userOf(store, name);
  if (more.length === 0)
    throw new WrongUse(
      `Which practices? Give their GUIDs, or the word all for every practice; ${user.name} still sees ${user.practices.join(", ") || "all"}.`,
    );
  const isAll = more.length === 1 && more[0] === "all";
  const named = (isAll ? [] : more).map((text) => {
    const guid = isGuidAbsent(text) ? undefined : canonicalGuid(text);
    if (guid === undefined)
      throw new WrongUse(
        `${text} is not a practice: give GUIDs of 32 hexadecimal digits, or the word all alone.`,
      );
    return guid;
  });
  const practices = [...new Set(named)];
  const said = `sees ${practices.length === 0 ? "the visits of all practices" : `only the visits of ${practices.join(", ")}`}`;
  await change(store, user, { practices }, { noted: `practices ${practices.join(",") || "all"}`, said });
}

/** Digest needs more than the scrypt record of the password, so it is asked for and checked. */
async function setDigest(store: Store, { name, off }: Words): Promise<void> {
  const user = await userOf(store, name);
  if (off) {
    const was = await disableDigest(store, user.userId);
    await noteChange(store, "changed user", `${user.name}: digest off`);
    console.log(was ? `${user.name} can no longer sign in by digest.` : `${user.name} had no digest.`);
    return;
  }
  const password = await askPassword(user.name);
  if (!(await isPasswordOf(user.passwordRecord, password))) throw new WrongUse("That is not the password.");
  await enableDigest(store, user, password);
  await noteChange(store, "changed user", `${user.name}: digest on`);
  console.log(`${user.name} can sign in by digest if DIGEST=yes.`);
}

type Command = (store: Store, words: Words, settings: Settings) => Promise<void>;

const commands: Readonly<Record<string, Command>> = {
  add,
  list,
  sessions,
  password: changePassword,
  "reset-factor": async (store, { name }) => resetFactorOf(store, await userOf(store, name)),
  digest: setDigest,
  address: setAddresses,
  role: setRole,
  rights: setRights,
  practices: setPractices,
  links: async (store, { name }, settings) =>
    listLinks(store, settings, name === undefined ? undefined : await userOf(store, name)),
  link: async (store, { name, more }, settings) => link(store, settings, await userOf(store, name), more),
  unlink: async (store, { name, more }, settings) => unlink(store, settings, await userOf(store, name), more),
  disable: (store, { name }) => setDisabled(store, name, true),
  enable: (store, { name }) => setDisabled(store, name, false),
};

/** Does what the words of a command line say. Throws what is wrong with them as `WrongUse`. */
export async function runUserCommand(store: Store, settings: Settings, args: string[]): Promise<void> {
  const { values, positionals } = readWords(
    userUsage,
    {
      address: { type: "string", multiple: true, default: [] },
      right: { type: "string", multiple: true, default: [] },
      role: { type: "string", default: "clerk" },
      end: { type: "boolean", default: false },
      off: { type: "boolean", default: false },
      "no-password": { type: "boolean", default: false },
    },
    { args },
  );
  const [command = "", name, ...more] = positionals;
  const run = commandOf(commands, positionals[0], userUsage);
  if (more.length > 0 && !["address", "role", "rights", "practices", "link", "unlink"].includes(command))
    throw new WrongUse(`${command} takes one name; ${more.join(" ")} is too many.\n\n${userUsage}`);
  try {
    const { address: addresses, right: rights, role, end, off } = values;
    await run(
      store,
      { name, more, addresses, rights, role, end, off, hasPassword: !values["no-password"] },
      settings,
    );
  } catch (error) {
    const isMendable = error instanceof AlreadyTaken || error instanceof LastAdministrator;
    throw isMendable ? new WrongUse(`${error.message}.`) : error;
  }
}
