import { useEffect, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Usage } from "#room/workspace/workspace.ts";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { formatSize } from "#room/ui/formats.ts";
import styles from "./account.module.css";

export function StorageUse() {
  const workspace = useWorkspace();
  const [usage, setUsage] = useState<Usage>();
  const [status, setStatus] = useState("");
  useEffect(() => {
    let isLeft = false;
    workspace.usage().then(
      (found) => isLeft || setUsage(found),
      () => isLeft || setStatus("This browser doesn’t report how much it stores."),
    );
    return () => {
      isLeft = true;
    };
  }, [workspace]);

  const persist = async () => {
    const isPersistent = await workspace.persist();
    setStatus(
      isPersistent ? "" : "The browser declined. Try again after you have used the console for a while.",
    );
    setUsage(await workspace.usage());
  };
  return (
    <section className={styles.part}>
      <h3>Kept on this device</h3>
      <p>Your drafts, attempts and messages, encrypted so that only your password opens them.</p>
      {usage ? (
        <div className={styles.wide}>
          <ProgressBar
            label={`${formatSize(usage.used)} used`}
            detail={`of ${formatSize(usage.granted)} the browser allows`}
            value={usage.used}
            total={Math.max(usage.granted, 1)}
          />
        </div>
      ) : null}
      {usage ? (
        <div className="row">
          {usage.persistent ? (
            <StateBadge tone="ok">The browser keeps it until you erase it</StateBadge>
          ) : (
            <>
              <StateBadge tone="warn">The browser may delete it when it runs low on space</StateBadge>
              <Button size="small" onClick={() => void persist()}>
                Ask the browser to keep it
              </Button>
            </>
          )}
        </div>
      ) : null}
      <p aria-live="polite">{status}</p>
    </section>
  );
}
