import type { SessionKeeper } from "./session-keeper.ts";

/** How long a page stays covered at most while the service is asked. Milliseconds. */
const patienceMs = 5000;

interface PageCache {
  readonly keeper: Pick<SessionKeeper, "state">;
  /** Covers the page, or shows it again; without a dialog, which is the keeper's. */
  readonly cover: (isCovered: boolean) => void;
  /** Asks the service whether the session is still this user's; if not, the keeper covers the page. */
  readonly ask: () => Promise<void>;
}

/**
 * A page that the browser keeps for "Back" gets no messages from other tabs, and comes back as it was: with a patient on it, whoever
 * signed in meanwhile. So it is covered when it goes there, and uncovered when the service has answered.
 */
export function coverInPageCache({ keeper, cover, ask }: PageCache): void {
  const isShown = () => {
    const state = keeper.state();
    return state.at === "open" && state.cover === undefined;
  };
  addEventListener("pagehide", ({ persisted }) => {
    if (persisted && isShown()) cover(true);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || !isShown()) return;
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    void Promise.race([ask(), patience]).finally(() => {
      if (isShown()) cover(false);
    });
  });
}
