import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { fetchNames } from "./fetch-names.ts";
import { followNames, settleNames, useAreFollowed } from "./names-now.ts";

/** How often to ask for changes; names rarely change. Milliseconds. */
const everyMs = 5 * 60_000;
/** How long a page that depends on names waits for the first ones. Milliseconds. */
const patienceMs = 1500;

/** Loads the workspace's stored names before rendering its children. */
export function KnowNames({ children }: { readonly children: ReactNode }) {
  const { directory } = useWorkspace();
  useLayoutEffect(() => followNames(directory), [directory]);
  return useAreFollowed(directory) ? children : null;
}

/** Refreshes the clinic's names while the workspace is open. Renders nothing. */
export function KeepNames() {
  const { directory } = useWorkspace();
  const hasDirectory = useServiceConfig().extensions.includes("listDirectory");
  useEffect(() => {
    if (!hasDirectory) {
      settleNames();
      return undefined;
    }
    // The stored names are used until the service answers again.
    const ask = () => void fetchNames(directory).then(settleNames, settleNames);
    ask();
    const patience = setTimeout(settleNames, patienceMs);
    const timer = setInterval(ask, everyMs);
    return () => {
      clearTimeout(patience);
      clearInterval(timer);
    };
  }, [directory, hasDirectory]);
  return null;
}
