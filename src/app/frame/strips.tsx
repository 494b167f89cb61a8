import { counted } from "#room/contract/primitives/counted.ts";
import { useSyncExternalStore, useState } from "react";
import { useVisitFeedState } from "#room/api/visit-changes/visit-changes.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import {
  useOutboxStatus,
  useOwnMessages,
  useVisitRecords,
  useWorkspace,
  useKept,
} from "#room/features/workspace/workspace-context.ts";
import { NewVersion } from "#room/app/offline/new-version.tsx";
import { HeldLetters } from "#room/features/messages/sent/held-letters.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useAfter } from "#room/ui/use-after.ts";
import { useMay } from "#room/api/account.ts";
import { useMarksBroughtOver } from "#room/features/messages/marks/use-marks-brought-over.ts";
import { onNetwork } from "#room/workspace/browser/environment.ts";
import { unreadCount } from "#room/features/messages/marks/unread-count.ts";
import { useMailWatch } from "#room/features/messages/inbox/use-inbox.ts";
import { formatCount } from "#room/ui/formats.ts";
import { DemoStrip } from "./demo-strip.tsx";
import { useOverlays } from "./overlays.ts";

/** Looks for new mail on every page, and says so to a screen reader; the rail shows its number. */
function MailNews() {
  const marks = useKept(useWorkspace().readMarks);
  const summaries = useMailWatch(useMay("messages"));
  useMarksBroughtOver(summaries);
  const [known, setKnown] = useState(summaries);
  const [news, setNews] = useState("");
  if (summaries !== known) {
    setKnown(summaries);
    const before = known && new Set(known.map(({ messageId }) => messageId));
    const count = summaries?.filter(({ messageId }) => before?.has(messageId) === false).length ?? 0;
    if (summaries && count > 0) {
      const arrived = counted(count, "new message");
      setNews(`${arrived}, ${formatCount(unreadCount(summaries, marks))} unread`);
    }
  }
  return (
    <p role="status" aria-label="New mail" className="visually-hidden">
      {news}
    </p>
  );
}

const restartMs = 3000;

/** Notices for every page: temporary data, no network. */
export function Strips() {
  const { demo } = useServiceConfig();
  const isOffline = !useSyncExternalStore(onNetwork, () => navigator.onLine);
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

/** Without a password, or when its page was left while it was set up, nothing could open the workspace after the session. */
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
      A passphrase keeps it, encrypted, for the next one.
    </Banner>
  );
}

function StorageStrip() {
  const { storageFault } = useOutboxStatus();
  if (storageFault === undefined) return null;
  return (
    <Banner isStrip tone="bad" role="alert" title="Sending has stopped.">
      {storageFault}
    </Banner>
  );
}
