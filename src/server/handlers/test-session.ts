import { createSessions } from "#room/server/sessions/sessions.ts";
import type { TestServer } from "#room/server/test-server.ts";

/** A session id without the cost of a password check, for tests of what comes after sign-in. */
export async function sessionKeyOf({ store, settings, clock }: TestServer, name: string): Promise<string> {
  const user = await store.users.find(name);
  if (!user) throw new Error(`There is no user ${name}`);
  const sessions = createSessions({ store, settings, now: () => new Date(clock.now) });
  const began = { remoteAddress: "127.0.0.1", browser: "", beganBy: "credentials" };
  const options = { userId: user.userId, remember: false, ...began };
  return (await sessions.start(options)).sessionId;
}
