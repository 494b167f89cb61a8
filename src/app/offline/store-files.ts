import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 200);
  });
}

/**
 * Has the service worker store this build's files, so that every page opens without the service. Only for a page of the
 * newest build, which is what the service worker is of. A browser that has no service workers goes without.
 */
export async function storeFiles(): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  await whenIdle();
  try {
    const address = trustedScriptAddress("/service-worker.js");
    const registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
    await registration.update();
    registration.waiting?.postMessage("take over");
  } catch {
    // Tried again later.
  }
}
