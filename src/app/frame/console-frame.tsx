import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { UNSAFE_PortalProvider } from "react-aria/PortalProvider";
import { askAccount, useAccount } from "#room/api/account.ts";
import { contractNow } from "#room/api/contract.ts";
import { loadCode } from "#room/api/load-code.ts";
import { createQueryClient } from "#room/api/query-client.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { onRightsChange, onServiceBack, startVisitChanges } from "#room/api/visit-changes/visit-changes.ts";
import { Cover } from "#room/app/session/cover.tsx";
import { IdleGuard } from "#room/app/session/idle-guard.tsx";
import { useKeeper, useSessionState } from "#room/app/session/keeper-context.ts";
import { UnlockPage } from "#room/app/session/unlock-page.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { KeepNames, KnowNames } from "#room/features/names/keep-names.tsx";
import { useWorkspace, WorkspaceContext } from "#room/features/workspace/workspace-context.ts";
import { overlayHost } from "#room/ui/overlay-host.ts";
import { PagePending } from "./page-pending.tsx";
import { SessionControlsContext } from "./session-controls.ts";
import { Shell } from "./shell.tsx";

/** Created here rather than at start: the sign-in page requests nothing worth caching. */
const queryClient = createQueryClient();

const SignOutDialog = lateDialog(
  async () => (await import("#room/app/session/sign-out-dialog.tsx")).SignOutDialog,
);

/** The console behind its sign-in: no page is rendered before the workspace is open, and a lock unmounts none. */
export function ConsoleFrame() {
  const keeper = useKeeper();
  const state = useSessionState();
  const account = useAccount();
  const userName = state.at === "open" ? state.userName : "";
  const [leaving, setLeaving] = useState<boolean>();
  const controls = useMemo(
    () => ({
      userName,
      lock: () => keeper.lock("locked"),
      signOut: (everywhere: boolean) => {
        if (keeper.unsent()) setLeaving(everywhere);
        else void keeper.signOut("signed-out", everywhere);
      },
    }),
    [keeper, userName],
  );
  if (state.at === "needs-secret") return <UnlockPage userName={state.userName} ask={state.ask} />;
  if (state.at !== "open") return null;
  // Needed for what is requested and shown; usually loaded while the workspace was opening.
  if (account === undefined) return <PagePending />;
  const isFirst = account.mustSetUpFactor === true;
  const isAtWork = !state.cover && !isFirst;
  return (
    <QueryClientProvider client={queryClient}>
      <WorkspaceContext value={state.workspace}>
        <SessionControlsContext value={controls}>
          <UNSAFE_PortalProvider getContainer={overlayHost}>
            <KnowNames>{isFirst ? <First /> : <Shell key={userName} />}</KnowNames>
            {leaving === undefined ? null : (
              <SignOutDialog everywhere={leaving} onClose={() => setLeaving(undefined)} />
            )}
          </UNSAFE_PortalProvider>
          {isAtWork ? <LiveVisits key={userName} /> : null}
          {isAtWork ? <KeepNames key={`names of ${userName}`} /> : null}
          <IdleGuard isCovered={state.cover !== undefined} />
          {state.cover ? <Cover reason={state.cover} ask={state.ask} userName={userName} /> : null}
        </SessionControlsContext>
      </WorkspaceContext>
    </QueryClientProvider>
  );
}

const SetUpFirst = lazy(async () => ({
  default: (await loadCode(() => import("./set-up-first.tsx"))).SetUpFirst,
}));

/** A user who must first set up a second factor sees nothing else; the service would refuse it. */
function First() {
  return (
    <Suspense fallback={<PagePending />}>
      <SetUpFirst />
    </Suspense>
  );
}

/** Of what only some may read nothing is shown on, once the user may read something else. */
function forgetAnswers(): void {
  const everybodys: readonly string[] = ["anyone", "signed-in", "codes"];
  const operations = Object.entries(contractNow()?.registry ?? {});
  const theirs = operations.filter(([, { right }]) => !everybodys.includes(right)).map(([key]) => key);
  void queryClient.resetQueries({ predicate: ({ queryKey: [name] }) => theirs.some((key) => key === name) });
}

/**
 * Listens for changes of the clinic's visits while the page is open and not covered, and tells the outbox when the
 * service is back. Renders nothing.
 */
function LiveVisits() {
  const hasChanges = useServiceConfig().extensions.includes("listChanges");
  useEffect(() => (hasChanges ? startVisitChanges() : undefined), [hasChanges]);
  const { outbox, visits } = useWorkspace();
  useEffect(
    () =>
      onRightsChange(() => {
        visits.service.forget();
        forgetAnswers();
        void askAccount();
      }),
    [visits],
  );
  useEffect(
    () =>
      onServiceBack(() => {
        void outbox.serviceIsBack();
        // What could not be read meanwhile.
        void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
      }),
    [outbox],
  );
  return null;
}
