import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { currentSession, endSessionHere, restoreSession, signIn, signOut } from "#room/api/session.ts";
import { keepHabit, recallHabit } from "#room/features/sign-in/sign-in-habit.ts";
import type { SessionBackend } from "./session-backend.ts";

/** The service and this browser's storage. The workspace's code is loaded only when someone is signed in. */
export const liveBackend: SessionBackend = {
  async restore() {
    const session = await restoreSession();
    return session.kind === "signed-in" ? session.userName : undefined;
  },
  async signIn({ way, ...credentials }) {
    if (way === "credentials") return signIn(credentials);
    const { signInByDigest } = await import("#room/api/digest.ts");
    return signInByDigest(credentials);
  },
  recallHabit,
  keepHabit,
  endSession() {
    endSessionHere();
    // The cookie goes too: whoever reloads a locked page meets the sign-in page.
    callOperation("authenticate", { provider: "logout" }).catch(() => undefined);
  },
  signOut: (everywhere) =>
    signOut(everywhere).then(
      () => true,
      // A session that the service no longer knows is over as well.
      (error: unknown) => error instanceof OperationRefused,
    ),
  isSessionLive: () => currentSession().kind === "signed-in",
  async openWorkspace(userName, given) {
    const { openConsoleWorkspace } = await import("#room/features/open-console-workspace.ts");
    return openConsoleWorkspace(userName, given);
  },
  async unlock(workspace, given) {
    const { unlockConsoleWorkspace } = await import("#room/features/open-console-workspace.ts");
    await unlockConsoleWorkspace(workspace, given);
  },
  async guardOf(userName) {
    const { guardOf } = await import("#room/workspace/open-workspace.ts");
    return guardOf(userName);
  },
  async erase(userName) {
    const { eraseWorkspace } = await import("#room/workspace/open-workspace.ts");
    await eraseWorkspace(userName);
  },
};
