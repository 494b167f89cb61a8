import { serviceConfig } from "#room/api/service-config.ts";
import { currentSessionKey, subscribeSession, currentSession } from "#room/api/session.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { WrongSecret } from "#room/workspace/failures.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import type { UnlockWith } from "#room/workspace/workspace.ts";
import { outboxSender } from "./outbox-sender.ts";
import type { ConsoleWorkspace } from "./workspace-context.ts";

/**
 * A password that the service accepted and the workspace did not: it was changed since. It is held until the old one
 * has been given, so that the workspace opens with it from then on.
 */
let newPassword: { userName: string; text: string } | undefined;

function secretsOf(userName: string, secret: string | undefined): UnlockWith {
  const sessionKey = currentSessionKey();
  const live = sessionKey === undefined ? {} : { sessionKey };
  if (secret === undefined) return live;
  const given = { kind: "password", text: secret } as const;
  if (newPassword?.userName !== userName || newPassword.text === secret) return { ...live, secret: given };
  return { ...live, oldSecret: given, secret: { kind: "password", text: newPassword.text } };
}

/** Opens what may be a changed password's workspace; remembers which of the two was the new one. */
async function withSecrets<T>(
  userName: string,
  secret: string | undefined,
  open: (unlockWith: UnlockWith) => Promise<T>,
): Promise<T> {
  const unlockWith = secretsOf(userName, secret);
  try {
    const opened = await open(unlockWith);
    newPassword = undefined;
    return opened;
  } catch (error) {
    const isAccepted = currentSession().kind === "signed-in" && unlockWith.oldSecret === undefined;
    if (error instanceof WrongSecret && secret !== undefined && isAccepted)
      newPassword ??= { userName, text: secret };
    throw error;
  }
}

/** Opens a user's workspace and lets its outbox run. Throws WrongSecret and StorageFailure. */
export async function openConsoleWorkspace(
  userName: string,
  secret: string | undefined,
): Promise<ConsoleWorkspace> {
  const workspace = await withSecrets(userName, secret, (unlockWith) =>
    openWorkspace<DraftEvent>({
      ...unlockWith,
      userName,
      sender: outboxSender,
      summarise: (event) => summariseEvent(event),
      repeatsAreSafe: () => serviceConfig().repeatedEvents === "safe",
    }),
  );
  subscribeSession(() => {
    if (currentSession().kind === "signed-in") workspace.outbox.wake();
  });
  // A browser that says no keeps it all the same, as long as it has room.
  workspace.persist().catch(() => undefined);
  return workspace;
}

/** Opens a locked workspace again, in place. Throws WrongSecret. */
export async function unlockConsoleWorkspace(
  workspace: ConsoleWorkspace,
  secret: string | undefined,
): Promise<void> {
  await withSecrets(workspace.userName, secret, (unlockWith) => workspace.unlock(unlockWith));
}
