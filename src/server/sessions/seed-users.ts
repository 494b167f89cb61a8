import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { passwordRecord } from "./passwords.ts";

/** Stores created before roles existed have no user who may import codes. */
const noAdministrator =
  "There is no administrator who can sign in, so nobody can add people or keys. Make somebody one: npm run user -- role NAME administrator (npm run user -- list shows who is there).";

/** Creates the users of FIRST_USER in an empty store. */
export async function seedUsers(store: Store, { firstUser }: Settings, now: Date) {
  if ((await store.users.count()) > 0)
    return { lines: (await store.users.hasAdministrator()) ? [] : [noAdministrator], isEmpty: false };
  if (firstUser === undefined) return { lines: [], isEmpty: true };
  const records = await Promise.all(firstUser.map(({ password }) => passwordRecord(password)));
  await store.users.addFirst(
    firstUser.map(({ userName, address }, index) => ({
      name: userName,
      passwordRecord: records[index],
      addresses: address === undefined ? [] : [address],
      // The first one may add others, so that someone can.
      role: index === 0 ? "administrator" : "lead",
      createdAt: now.getTime(),
    })),
  );
  return { lines: [], isEmpty: false };
}
