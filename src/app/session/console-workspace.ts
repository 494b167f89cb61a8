import { openConsoleWorkspace as open } from "#room/features/open-console-workspace.ts";
import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import { isWrongSecret } from "./session-keeper.ts";

export { unlockConsoleWorkspace } from "#room/features/open-console-workspace.ts";

/** Undefined when it needs a secret that was not given. */
export async function openConsoleWorkspace(
  userName: string,
  secret: string | undefined,
): Promise<ConsoleWorkspace | undefined> {
  try {
    return await open(userName, secret);
  } catch (error) {
    if (secret === undefined && isWrongSecret(error)) return undefined;
    throw error;
  }
}
