import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useAccount } from "#room/api/account.ts";
import { createQueryClient } from "#room/api/query-client.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { startVisitChanges } from "#room/api/visit-changes/visit-changes.ts";
import { Cover } from "#room/app/session/cover.tsx";
import { IdleGuard } from "#room/app/session/idle-guard.tsx";
import { useKeeper, useSessionState } from "#room/app/session/keeper-context.ts";
import { UnlockPage } from "#room/app/session/unlock-page.tsx";
import { KeepNames } from "#room/features/names/keep-names.tsx";
import { WorkspaceContext } from "#room/features/workspace/workspace-context.ts";
import { PagePending } from "./page-pending.tsx";
import { SessionControlsContext } from "./session-controls.ts";
import { Shell } from "./shell.tsx";

/** Made here and not at the start: the sign-in page asks nothing that is worth keeping. */
const queryClient = createQueryClient();

/** The console behind its gate: no page is drawn before the workspace is open, and none is taken down by a lock. */
export function ConsoleFrame() {
  const keeper = useKeeper();
  const state = useSessionState();
  const account = useAccount();
  const userName = state.at === "open" ? state.userName : "";
  const controls = useMemo(
    () => ({
      userName,
      lock: () => keeper.lock("locked"),
      signOut: () => void keeper.signOut(),
      signOutEverywhere: () => void keeper.signOut("signed-out", true),
    }),
    [keeper, userName],
  );
  if (state.at === "needs-secret") return <UnlockPage userName={state.userName} ask={state.ask} />;
  if (state.at !== "open") return null;
  // What is asked and shown depends on it; it came while the workspace was opened.
  if (account === undefined) return <PagePending />;
  return (
    <QueryClientProvider client={queryClient}>
      <WorkspaceContext value={state.workspace}>
        <SessionControlsContext value={controls}>
          <Shell key={userName} />
          {state.cover ? null : <LiveVisits key={userName} />}
          {state.cover ? null : <KeepNames key={`names of ${userName}`} />}
          <IdleGuard isCovered={state.cover !== undefined} />
          {state.cover ? <Cover reason={state.cover} ask={state.ask} userName={userName} /> : null}
        </SessionControlsContext>
      </WorkspaceContext>
    </QueryClientProvider>
  );
}

/** Hears of changes of the clinic's visits while the page is open and not covered. Draws nothing. */
function LiveVisits() {
  const hasChanges = useServiceConfig().extensions.includes("listChanges");
  useEffect(() => (hasChanges ? startVisitChanges() : undefined), [hasChanges]);
  return null;
}
