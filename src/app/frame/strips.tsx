import { useSyncExternalStore } from "react";
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
import { DemoStrip } from "./demo-strip.tsx";
import { useOverlays } from "./overlays.ts";

/** Notices for every page: temporary data, no network. */
export function Strips() {
  const { demo } = useServiceConfig();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  return (
    <>
      {demo ? <DemoStrip /> : null}
      <PassphraseStrip />
      <StorageStrip />
      <NewVersion />
      <HeldLetters />
      <div role="status">
        {isOnline ? null : (
          <Banner isStrip tone="warn" title="You are offline.">
            You can keep working; everything is saved on this device. What you send goes out when you are back
            online.
          </Banner>
        )}
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
