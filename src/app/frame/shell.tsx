import { useCallback, useMemo, useState, useEffect } from "react";
import { KeySheet } from "#room/app/palette/key-sheet.tsx";
import { Palette } from "#room/app/palette/palette.tsx";
import { AccountDialog } from "#room/app/account/account-dialog.tsx";
import { SupportDialog } from "#room/app/crash/support-dialog.tsx";
import { CodeSources } from "#room/app/palette/code-sources.tsx";
import { WorkspaceSources } from "#room/app/palette/workspace-sources.tsx";
import { ProveAgainHost } from "#room/app/session/prove-again-host.tsx";
import { IncidentWatch } from "#room/app/crash/incident-watch.tsx";
import { ComposerHost } from "#room/features/messages/composer-host.tsx";
import { QueueCommands } from "#room/features/visits/shared-visit/queue-commands.tsx";
import { SupportReportContext } from "#room/ui/support-report-context.ts";
import { ToastRegion } from "#room/ui/toast.tsx";
import {
  currentAppearance,
  onAppearanceChanged,
  readAppearance,
  takeAppearance,
} from "#room/app/appearance.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { FrameCommands } from "./frame-commands.tsx";
import { OverlaysContext, type OverlayName } from "./overlays.ts";
import { PageForRole } from "./page-for-role.tsx";
import { Rail } from "./rail.tsx";
import { Strips } from "./strips.tsx";
import styles from "./shell.module.css";

/**
 * The appearance follows the user: loaded from their workspace when it opens, saved there when it changes. Renders
 * nothing.
 */
function AppearanceSync() {
  const { preferences } = useWorkspace();
  useEffect(() => {
    const take = () => takeAppearance(readAppearance(preferences.get()["appearance"]));
    take();
    const stopTaking = preferences.subscribe(take);
    const stopKeeping = onAppearanceChanged(() => {
      const appearance = currentAppearance();
      // Failing to save the appearance is not worth a message.
      preferences.update((all) => ({ ...all, appearance })).catch(() => undefined);
    });
    return () => {
      stopTaking();
      stopKeeping();
    };
  }, [preferences]);
  return null;
}

/** The frame around every page behind sign-in. */
export function Shell() {
  const [overlay, setOverlay] = useState<OverlayName>();
  const overlays = useMemo(() => ({ open: setOverlay }), []);
  const openReport = useCallback(() => setOverlay("support"), []);
  const close = () => setOverlay(undefined);
  return (
    <OverlaysContext value={overlays}>
      <SupportReportContext value={openReport}>
        <AppearanceSync />
        <FrameCommands />
        <WorkspaceSources />
        <CodeSources />
        <QueueCommands />
        <IncidentWatch />
        <div className={styles.shell}>
          <a href="#main" className={styles.skip} onClick={skipToMain}>
            Skip to main content
          </a>
          <div className={styles.strips}>
            <Strips />
          </div>
          <Rail />
          <main id="main" tabIndex={-1} className={styles.main} data-scroll-restoration-id="main">
            <PageForRole />
          </main>
        </div>
        <Palette isOpen={overlay === "palette"} onClose={close} />
        <KeySheet isOpen={overlay === "keys"} onClose={close} />
        <AccountDialog isOpen={overlay === "account"} onClose={close} />
        <SupportDialog isOpen={overlay === "support"} onClose={close} />
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
