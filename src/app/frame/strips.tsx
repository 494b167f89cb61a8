import { useSyncExternalStore } from "react";
import { useVisitFeedState } from "#room/api/visit-changes/visit-changes.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import {
  useOutboxStatus,
  useOwnMessages,
  useVisitRecords,
  useWorkspace,
} from "#room/features/workspace/workspace-context.ts";
import { NewVersion } from "#room/app/offline/new-version.tsx";
import { HeldLetters } from "#room/features/messages/sent/held-letters.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useAfter } from "#room/ui/use-after.ts";
import { DemoStrip } from "./demo-strip.tsx";
import { MailNews } from "./mail-news.tsx";
import { useOverlays } from "./overlays.ts";

const restartMs = 3000;

/** Notices for every page: temporary data, no network. */
export function Strips() {
  const { demo } = useServiceConfig();
  const isOffline = !useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  // A restart is no news.
  const isAway = useAfter(restartMs, useVisitFeedState() === "away");
  return (
    <>
      {demo ? <DemoStrip /> : null}
      <PassphraseStrip />
      <StorageStrip />
      <NewVersion />
      <HeldLetters />
      <MailNews />
      <div role="status">
        {isOffline || isAway ? (
          <Banner
            isStrip
            tone="warn"
            title={isOffline ? "You are offline." : "The service can’t be reached."}
          >
            You can keep working; everything is saved on this device. What you send goes out when{" "}
            {isOffline ? "you are back online" : "the service is back"}.
          </Banner>
        ) : null}
      </div>
    </>
  );
}

/** A user who signed in without a password has nothing yet that could open their workspace after the session. */
function PassphraseStrip() {
  const { open } = useOverlays();
  const workspace = useWorkspace();
  const keptCount = useVisitRecords().length + useOwnMessages().length;
  if (workspace.protection() !== "session" || keptCount === 0) return null;
  return (
    <Banner
      isStrip
      tone="warn"
      role="status"
      title="Your work is kept only until this session ends."
      actions={
        <Button size="small" onClick={() => open("account")}>
          Set a passphrase
        </Button>
      }
    >
      You sign in without a password, so only a passphrase can protect it.
    </Banner>
  );
}

/** The browser cannot store the ledger: nothing is sent until it can. */
function StorageStrip() {
  const { storageFault } = useOutboxStatus();
  if (storageFault === undefined) return null;
  return (
    <Banner isStrip tone="bad" role="alert" title="Sending has stopped.">
      {storageFault}
    </Banner>
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
