import { useEffect, useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { saveAll } from "#room/ui/save-all.ts";
import { isOutdated } from "#room/api/is-outdated.ts";
import { whenIdle } from "#room/features/parts/load-ahead.ts";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";

/**
 * Has the service worker store this build's files, so that every page opens without the service. Only for a page of the
 * newest build, which is what the service worker is of. A browser that has no service workers goes without.
 */
async function storeFiles(): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  await whenIdle();
  try {
    const address = trustedScriptAddress("/service-worker.js");
    const registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
    await registration.update();
    // `update` does not wait until the files are stored.
    (registration.installing ?? registration.waiting)?.postMessage("take over");
  } catch {
    // Tried again later.
  }
}

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
  const reload = () => void saveAll().then(() => location.reload());
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
