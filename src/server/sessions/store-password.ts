import type { HandlerContext } from "#room/server/handler.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";
import { queued } from "./credentials.ts";
import { digestRecordOf, enableDigest } from "./digest-store.ts";
import { passwordRecord } from "./passwords.ts";

/** Stores a user's new password, also for digest if that is enabled. */
export async function storePassword(
  user: Pick<UserRecord, "userId" | "name">,
  password: string,
  { store }: Pick<HandlerContext, "store">,
): Promise<void> {
  const record = await queued(() => passwordRecord(password));
  await store.users.setPassword(user.name, record);
  if (await digestRecordOf(store, user.userId)) await enableDigest(store, user, password);
}
