import { RouterProvider } from "@tanstack/react-router";
import { UNSAFE_PortalProvider } from "react-aria/PortalProvider";
import { createRoot, type RootOptions } from "react-dom/client";
import { onCallFailure } from "#room/api/call-failures.ts";
import { loadServiceConfig } from "#room/api/service-config.ts";
import { onSessionLost } from "#room/api/session.ts";
import { SignInContext } from "#room/features/sign-in/sign-in-context.ts";
import { overlayHost } from "#room/ui/overlay-host.ts";
import { startAppearance } from "./appearance.ts";
import { forgetIncidents, noteIncident } from "./crash/support-facts.ts";
import { createConsoleRouter } from "./router.tsx";
import { KeeperContext } from "./session/keeper-context.ts";
import { liveBackend } from "./session/live-backend.ts";
import { sessionEnd } from "./session/live-session-end.ts";
import type * as PageCover from "./session/page-cover.ts";
import { tellSizesInDocumentOnly } from "./session/put-aside.ts";
import { SessionKeeper } from "./session/session-keeper.ts";
import { signInActions } from "./session/sign-in-actions.ts";
import { openTabChannel, type TabChannel } from "./session/tab-channel.ts";

/** Puts the console together and draws it. */
export async function startConsole(root: HTMLElement): Promise<void> {
  startAppearance();
  tellSizesInDocumentOnly();
  await loadServiceConfig();
  const channel = openTabChannel();
  const keeper = createKeeper(channel);
  const router = createConsoleRouter(keeper);
  createRoot(root, import.meta.env.DEV ? {} : quiet).render(
    <KeeperContext value={keeper}>
      <SignInContext value={signInActions(keeper, channel)}>
        <UNSAFE_PortalProvider getContainer={overlayHost}>
          <RouterProvider router={router} />
        </UNSAFE_PortalProvider>
      </SignInContext>
    </KeeperContext>,
  );
}

/** What a page throws may quote what was typed, and a browser's console is kept and copied: only its kind is noted. */
const quiet: RootOptions = {
  onCaughtError: noteIncident,
  onUncaughtError: noteIncident,
  onRecoverableError: noteIncident,
};

function createKeeper(channel: TabChannel): SessionKeeper {
  let cover: typeof PageCover | undefined;
  const keeper = new SessionKeeper({
    backend: {
      ...liveBackend,
      async openWorkspace(userName, given) {
        // Nothing is covered before one is open.
        cover ??= await import("./session/page-cover.ts");
        // A dialog leaves alone what is marked so when it opens: one that is open under a lock would make what comes into the
        // box inert.
        cover.coverHost();
        return liveBackend.openWorkspace(userName, given);
      },
    },
    channel,
    onCover(isCovered) {
      if (isCovered) cover?.coverPage();
      else cover?.uncoverPage();
    },
    async saveNow() {
      // The pages save when they are put away; being covered is that, too.
      dispatchEvent(new Event("pagehide"));
      // One task, in which their writes reach the workspace; it waits for those.
      await new Promise((resolve) => setTimeout(resolve));
    },
    leave(why, goTo) {
      forgetIncidents();
      if (goTo !== undefined) return location.assign(goTo);
      // A fresh load leaves nothing of the first user in memory.
      if (why === "reload") return location.reload();
      return location.replace(why === "signed-out" ? "/sign-in?ended=signed-out" : "/sign-in");
    },
  });
  onCallFailure(noteIncident);
  onSessionLost(() => keeper.lose());
  addEventListener("online", () => {
    void sessionEnd.tryAgain();
    keeper.networkIsBack();
  });
  // A tab that was closed while locked and offline left it to the next one.
  void sessionEnd.tryAgain();
  return keeper;
}
