import { randomInt } from "node:crypto";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { AlreadyTaken } from "#room/server/store/users.ts";
import type { FirstUser } from "./first-users.ts";
import { passwordRecord } from "./passwords.ts";

/** Without letters and digits that look alike. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** A password for a person to type once: 20 letters, 100 bits. */
function randomPassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)] ?? "a");
  return (letters.join("").match(/.{5}/g) ?? []).join("-");
}

interface Seeded {
  /** Text to print; the only place that contains the passwords. */
  readonly lines: readonly string[];
  /** True: there are no users yet. */
  readonly isEmpty: boolean;
}

/** Stores created before roles existed have no user who may import codes. */
const noAdministrator =
  "There is no administrator who can sign in, so nobody can add people or keys. Make somebody one: npm run user -- role NAME administrator (npm run user -- list shows who is there).";

/**
 * Creates the first users of an empty store, if the settings say so: those of FIRST_USER, or one with a random
 * password.
 */
export async function seedUsers(store: Store, settings: Settings, now: Date): Promise<Seeded> {
  if ((await store.users.count()) > 0)
    return { lines: (await store.users.hasAdministrator()) ? [] : [noAdministrator], isEmpty: false };
  if (settings.firstUser === undefined && !settings.printFirstPassword) return { lines: [], isEmpty: true };
  const password = randomPassword();
  const given: readonly FirstUser[] | undefined = settings.firstUser;
  const users = given ?? [{ userName: "admin", password, address: "admin@direct.example" }];
  const records = await Promise.all(users.map((user) => passwordRecord(user.password)));
  let isOurs = true;
  for (const [index, { userName, address }] of users.entries()) {
    const adding = store.users.add({
      name: userName,
      passwordRecord: records[index],
      isPasswordPrinted: given === undefined,
      addresses: address === undefined ? [] : [address],
      // The first one may add others, so that someone can.
      role: index === 0 ? "administrator" : "lead",
      createdAt: now.getTime(),
    });
    await adding.catch((error: unknown) => {
      // Another process that started on the empty store at the same time was faster.
      if (!(error instanceof AlreadyTaken)) throw error;
      isOurs = false;
    });
  }
  const line = `First user: admin, password: ${password} (shown only once; the console asks for your own at the first sign-in)`;
  return { lines: given || !isOurs ? [] : [line], isEmpty: false };
}
