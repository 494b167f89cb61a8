import { useEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { fetchNames } from "./fetch-names.ts";
import { followNames } from "./names-now.ts";

/** How often the service is asked what changed: names change seldom. Milliseconds. */
const everyMs = 5 * 60_000;

/** Knows the clinic's names while the workspace is open, and asks for what changed. Draws nothing. */
export function KeepNames() {
  const { directory } = useWorkspace();
  const hasDirectory = useServiceConfig().extensions.includes("listDirectory");
  useEffect(() => followNames(directory), [directory]);
  useEffect(() => {
    if (!hasDirectory) return undefined;
    // What is kept stands until the service answers again.
    const ask = () => void fetchNames(directory).catch(() => undefined);
    ask();
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [directory, hasDirectory]);
  return null;
}
