import { Outlet, useMatches, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState, useEffect } from "react";
import { useAccount } from "#room/api/account.ts";
import { ProveAgainHost } from "#room/app/session/prove-again-host.tsx";
import { IncidentWatch } from "#room/app/crash/incident-watch.tsx";
import { ComposerHost } from "#room/features/messages/composer-host.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { startLoadingAhead } from "#room/features/parts/load-ahead.ts";
import { QueueCommands } from "#room/features/visits/shared-visit/queue-commands.tsx";
import { SupportReportContext } from "#room/ui/support-report-context.ts";
import { ToastRegion } from "#room/ui/toast.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { followPreferences } from "./follow-preferences.ts";
import { FrameCommands } from "./frame-commands.tsx";
import { OverlaysContext, type OverlayName } from "./overlays.ts";
import frame from "./frame.module.css";
import { railLinks } from "./rail-links.tsx";
import { Rail } from "./rail.tsx";
import { Strips } from "./strips.tsx";
import styles from "./shell.module.css";

const Palette = lateDialog(async () => (await import("#room/app/palette/palette.tsx")).Palette);
const KeySheet = lateDialog(async () => (await import("#room/app/palette/key-sheet.tsx")).KeySheet);
const AccountDialog = lateDialog(
  async () => (await import("#room/app/account/account-dialog.tsx")).AccountDialog,
);
const SupportDialog = lateDialog(
  async () => (await import("#room/app/crash/support-dialog.tsx")).SupportDialog,
);

/** The requested page, if the user may see it. The start page redirects to one of theirs. */
function PageForRole() {
  const { rights = [], role } = useAccount() ?? {};
  const page = useMatches().at(-1);
  const right = page?.staticData.right;
  const isTheirs = right === undefined || rights.includes(right);
  const theirs = railLinks.filter(({ right: needed }) => needed === undefined || rights.includes(needed));
  // Anyone may look up codes; an auditor comes for the trail.
  const first = (theirs.find((link) => link.right !== "codes") ?? theirs[0])?.to;
  const to = !isTheirs && page?.pathname === "/visits" ? first : undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (to !== undefined) void navigate({ to, replace: true });
  }, [to, navigate]);
  if (isTheirs) return <Outlet />;
  if (to !== undefined) return null;
  return (
    <div className={frame.lone}>
      <div className={frame.unknown}>
        <h1 tabIndex={-1} data-page-heading="">
          {role ? "Your role doesn’t include this page" : "This page can’t be shown right now"}
        </h1>
        <p>
          {role
            ? `You are signed in as ${role}. Ask an administrator if you need this page.`
            : "The service hasn’t said what your role includes."}
        </p>
      </div>
    </div>
  );
}

export function Shell() {
  const [overlay, setOverlay] = useState<OverlayName>();
  const overlays = useMemo(() => ({ open: setOverlay }), []);
  const openReport = useCallback(() => setOverlay("support"), []);
  const close = () => setOverlay(undefined);
  const { preferences } = useWorkspace();
  useEffect(() => followPreferences(preferences), [preferences]);
  useEffect(startLoadingAhead, []);
  return (
    <OverlaysContext value={overlays}>
      <SupportReportContext value={openReport}>
        <FrameCommands />
        <QueueCommands />
        <IncidentWatch />
        <div className={styles.shell}>
          <a href="#main" className={styles.skip} onClick={skipToMain}>
            Skip to main content
          </a>
          <section className={styles.strips} aria-label="Notices">
            <Strips />
          </section>
          <Rail />
          <main id="main" tabIndex={-1} className={styles.main} data-scroll-restoration-id="main">
            <PageForRole />
          </main>
        </div>
        {overlay === "palette" ? <Palette onClose={close} /> : null}
        {overlay === "keys" ? <KeySheet onClose={close} /> : null}
        {overlay === "account" ? <AccountDialog onClose={close} /> : null}
        {overlay === "support" ? <SupportDialog onClose={close} /> : null}
        <ComposerHost />
        <ProveAgainHost />
        <ToastRegion />
      </SupportReportContext>
    </OverlaysContext>
  );
}

/** Without changing the address, which the router would treat as navigation. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
