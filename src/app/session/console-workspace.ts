import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";

/** Not landed yet: the workspace's owner gives the opening; until then the frame waits for it. */
export function openConsoleWorkspace(
  _userName: string,
  _secret: string | undefined,
): Promise<ConsoleWorkspace | undefined> {
  return Promise.reject(new Error("The workspace has not landed yet"));
}

export function unlockConsoleWorkspace(_workspace: ConsoleWorkspace, _secret: string): Promise<void> {
  return Promise.reject(new Error("The workspace has not landed yet"));
}
