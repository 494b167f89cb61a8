import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { fetchNames } from "./fetch-names.ts";
import { followNames, settleNames, useAreFollowed } from "./names-now.ts";

/** How often the service is asked what changed: names change seldom. Milliseconds. */
const everyMs = 5 * 60_000;
/** So long a page that depends on the names waits for the first ones. Milliseconds. */
const patienceMs = 1500;

/** Knows the names that the workspace keeps before the first of its children is drawn. */
export function KnowNames({ children }: { readonly children: ReactNode }) {
  const { directory } = useWorkspace();
  useLayoutEffect(() => followNames(directory), [directory]);
  return useAreFollowed(directory) ? children : null;
}

/** Asks for what changed of the clinic's names while the workspace is open. Draws nothing. */
export function KeepNames() {
  const { directory } = useWorkspace();
  const hasDirectory = useServiceConfig().extensions.includes("listDirectory");
  useEffect(() => {
    if (!hasDirectory) {
      settleNames();
      return undefined;
    }
    // What is kept stands until the service answers again.
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
