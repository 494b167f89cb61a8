import { RouterProvider } from "@tanstack/react-router";
import { createRoot, type RootOptions } from "react-dom/client";
import { onCallFailure } from "#room/api/call-failures.ts";
import { loadServiceConfig } from "#room/api/service-config.ts";
import { keepSessionAlive, onSessionLost } from "#room/api/session.ts";
import { SignInContext } from "#room/features/sign-in/sign-in-context.ts";
import { saveAll } from "#room/ui/save-all.ts";
import { startAppearance } from "./appearance.ts";
import { forgetIncidents, noteIncident } from "./crash/support-facts.ts";
import { createConsoleRouter } from "./router.tsx";
import { KeeperContext } from "./session/keeper-context.ts";
import { liveBackend } from "./session/live-backend.ts";
import { sessionEnd } from "./session/live-session-end.ts";
import { coverInPageCache } from "./session/page-cache.ts";
import type * as PageCover from "./session/page-cover.ts";
import { SessionKeeper } from "./session/session-keeper.ts";
import { signInActions } from "./session/sign-in-actions.ts";
import { openTabChannel, type TabChannel } from "./session/tab-channel.ts";

export async function startConsole(root: HTMLElement): Promise<void> {
  startAppearance();
  muteDetachedResizes();
  if (!(await loadServiceConfig())) {
    const away = await import("./offline/service-away.tsx").catch(() => undefined);
    if (away) return away.showServiceAway(root);
  }
  const channel = openTabChannel();
  const keeper = createKeeper(channel);
  const router = createConsoleRouter(keeper);
  createRoot(root, import.meta.env.DEV ? {} : quiet).render(
    <KeeperContext value={keeper}>
      <SignInContext value={signInActions(keeper, channel)}>
        <RouterProvider router={router} />
      </SignInContext>
    </KeeperContext>,
  );
}

/**
 * Elements outside the document have no size, and a virtual list told so would unmount its rows. So resize observers
 * are silent while detached and notified again when reattached. Called once, before anything is rendered.
 */
function muteDetachedResizes(): void {
  globalThis.ResizeObserver = class extends ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super((entries, observer) => {
        const inDocument = entries.filter(({ target }) => target.isConnected);
        if (inDocument.length > 0) callback(inDocument, observer);
      });
    }
  };
}

/** Errors may quote what was typed, and a browser's console is kept and copied: only their kind is logged. */
const quiet: RootOptions = {
  onCaughtError: noteIncident,
  onUncaughtError: noteIncident,
  onRecoverableError: noteIncident,
};

function createKeeper(channel: TabChannel): SessionKeeper {
  let cover: typeof PageCover | undefined;
  const setCovered = (isCovered: boolean) => {
    if (isCovered) cover?.coverPage();
    else cover?.uncoverPage();
  };
  const keeper = new SessionKeeper({
    backend: {
      ...liveBackend,
      async openWorkspace(userName, given) {
        // Nothing is covered before a page is open.
        cover ??= await import("./session/page-cover.ts");
        // A dialog leaves marked elements alone when it opens: otherwise one that opens under a lock would make the
        // cover inert.
        cover.coverHost();
        return liveBackend.openWorkspace(userName, given);
      },
    },
    channel,
    onCover: setCovered,
    saveNow: saveAll,
    leave(why, goTo) {
      forgetIncidents();
      if (goTo !== undefined) return location.assign(goTo);
      // A reload leaves nothing of the first user in memory.
      if (why === "reload") return location.reload();
      return location.replace(why === "other-user" ? "/sign-in" : `/sign-in?ended=${why}`);
    },
  });
  coverInPageCache({ keeper, cover: setCovered, ask: keepSessionAlive });
  onCallFailure(noteIncident);
  onSessionLost(() => keeper.lose());
  addEventListener("online", () => {
    void sessionEnd.tryAgain();
    keeper.networkIsBack();
  });
  // For a tab that was closed while locked and offline.
  void sessionEnd.tryAgain();
  return keeper;
}
