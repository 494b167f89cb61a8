import { serviceConfig } from "#room/api/service-config.ts";
import { currentSession, endSessionHere, restoreSession, signIn } from "#room/api/session.ts";
import { awaitSecondStep } from "#room/features/sign-in/second-step/factor-prompt.ts";
import { keepHabit, recallHabit } from "#room/features/sign-in/sign-in-habit.ts";
import { sessionEnd } from "./live-session-end.ts";
import type { SessionBackend } from "./session-backend.ts";

/** The real service and browser storage. The workspace's code is loaded only when someone is signed in. */
export const liveBackend: SessionBackend = {
  async restore() {
    await sessionEnd.settle();
    const session = await restoreSession();
    return session.kind === "signed-in" ? session.userName : undefined;
  },
  async signIn({ way, ...credentials }) {
    if (way === "credentials") return sessionEnd.before(() => signIn(credentials)).catch(awaitSecondStep);
    const { signInByDigest } = await import("#room/api/digest.ts");
    return sessionEnd.before(() => signInByDigest(credentials)).catch(awaitSecondStep);
  },
  recallHabit,
  keepHabit,
  endSession() {
    endSessionHere();
    void sessionEnd.begin();
  },
  signOut(everywhere) {
    endSessionHere();
    return sessionEnd.begin(everywhere ? "everywhere" : "here");
  },
  isSessionLive: () => currentSession().kind === "signed-in",
  async openWorkspace(userName, given) {
    if (serviceConfig().demo) {
      const { openDemoWorkspace } = await import("#room/app/demo/open-demo-workspace.ts");
      return openDemoWorkspace(userName, given);
    }
    const { openConsoleWorkspace } = await import("#room/app/workspace/open-console-workspace.ts");
    return openConsoleWorkspace(userName, given);
  },
  async unlock(workspace, given) {
    const { unlockConsoleWorkspace } = await import("#room/app/workspace/open-console-workspace.ts");
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
