import { useEffect, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { isOutdated } from "#room/api/is-outdated.ts";
import { storeFiles } from "./store-files.ts";

const lookAgainMs = 10 * 60_000;

/** Has all pages stored when idle, and offers a new version if there is one. */
export function NewVersion() {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    let isBusy = false;
    const look = async () => {
      if (isBusy || document.visibilityState === "hidden" || !navigator.onLine) return;
      isBusy = true;
      const isOld = await isOutdated();
      if (isOld) setOffered(true);
      else if (isOld === false) await storeFiles();
      isBusy = false;
    };
    const run = () => void look();
    const first = setTimeout(run, 2000);
    const timer = setInterval(run, lookAgainMs);
    addEventListener("online", run);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener("online", run);
    };
  }, []);
  if (!isOffered) return null;
  const reload = () => {
    // Makes the pages save pending changes, as when they are left.
    dispatchEvent(new Event("pagehide"));
    setTimeout(() => location.reload(), 300);
  };
  return (
    <Banner
      isStrip
      tone="accent"
      role="status"
      title="New version available."
      actions={
        <Button size="small" onClick={reload}>
          Reload
        </Button>
      }
    >
      Your drafts are kept. You can finish what you are doing first.
    </Banner>
  );
}
