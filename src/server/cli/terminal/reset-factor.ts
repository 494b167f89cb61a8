import { resetFactors } from "#room/server/sessions/second-factor/factor-store.ts";
import type { Store } from "#room/server/store/store.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";
import { noteChange } from "./run-tool.ts";

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
