import { useEffect } from "react";
import { loadCode } from "#room/api/load-code.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { isComposerShown, subscribeComposers } from "#room/features/messages/sent/shown-composers.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** How often to look while nothing is written, and while something is. Milliseconds. */
const everyMs = { usual: 60_000, writing: 4000 };
/** After the last change here. Milliseconds. */
const restMs = 1200;

async function ownEditorId({ preferences }: Workspace): Promise<string> {
  const known = preferences.get()["draftEditor"];
  if (typeof known === "string") return known;
  const editorId = crypto.randomUUID();
  await preferences.update((all) => ({ draftEditor: editorId, ...all }));
  const kept = preferences.get()["draftEditor"];
  return typeof kept === "string" ? kept : editorId;
}

/** Looks now and then until aborted, and soon after each change here. */
async function keepTogether(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const { messages } = workspace;
  const { DraftSync } = await loadCode(() => import("./draft-sync.ts"));
  if (signal.aborted) return;
  const sync = new DraftSync(messages, await ownEditorId(workspace));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let isDue = false;
  const later = (ms: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void look(), ms);
  };
  const look = async () => {
    if (isLooking) {
      isDue = true;
      return;
    }
    isLooking = true;
    isDue = false;
    try {
      if (!workspace.isLocked()) await sync.look(signal);
    } catch {
      // Not reached, or not stored: everything is in this browser, and the next look goes on from there.
    }
    isLooking = false;
    const isWriting = sync.isFollowing || isComposerShown();
    later(isDue ? restMs : isWriting ? everyMs.writing : everyMs.usual);
  };
  const soon = () => (isLooking ? (isDue = true) : later(restMs));
  // A draft that is opened may be written elsewhere.
  const stops = [messages.subscribe(soon), subscribeComposers(soon)];
  const onFocus = () => later(0);
  window.addEventListener("focus", onFocus);
  window.addEventListener("online", onFocus);
  later(0);
  await new Promise((over) => {
    signal.addEventListener("abort", over, { once: true });
    if (signal.aborted) over(undefined);
  });
  clearTimeout(timer);
  window.removeEventListener("focus", onFocus);
  window.removeEventListener("online", onFocus);
  for (const stop of stops) stop();
  sync.close();
}

/**
 * Drafts move with the person: what is written here goes to the service, and what is written elsewhere comes here. One
 * tab does it for all. Mounted once in the frame.
 */
export function useDraftsOnService(): void {
  const workspace = useWorkspace();
  const canAsk = useServiceConfig().extensions.includes("saveDraft");
  useEffect(() => {
    if (!canAsk) return undefined;
    const over = new AbortController();
    navigator.locks
      .request("drafts on the service", { signal: over.signal }, () => keepTogether(workspace, over.signal))
      // It ended while another tab was doing it.
      .catch(() => undefined);
    return () => over.abort();
  }, [workspace, canAsk]);
}
