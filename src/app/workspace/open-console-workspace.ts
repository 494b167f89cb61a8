import { loadCode } from "#room/api/load-code.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { currentSession, currentSessionKey, subscribeSession } from "#room/api/session.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import type { PasskeySecret } from "#room/workspace/keys/passkey-guard.ts";
import type { UnlockWith } from "#room/workspace/keys/key-ring.ts";
import type { Sender } from "#room/workspace/outbox/outbox.ts";
import { outboxSender } from "./outbox-sender.ts";
import type { Summarise } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/**
 * What the user entered. A secret is passed along with an old one only once the service has accepted it: the workspace
 * is opened with it from then on, so a mistyped one would lock its owner out.
 */
export interface GivenSecrets {
  readonly secret?: string;
  /** For users who sign in by a provider: the secret is a passphrase, not the service's password. */
  readonly isPassphrase?: boolean;
  /** The previous password, if it was changed. */
  readonly oldSecret?: string;
  /** They signed in by passkey, without a password. */
  readonly isByPasskey?: boolean;
  /** The secret of the passkey they signed in with, if it has one. */
  readonly passkey?: PasskeySecret;
}

function unlockWith({ secret, isPassphrase = false, oldSecret, passkey }: GivenSecrets): UnlockWith {
  const sessionKey = currentSessionKey();
  const kind = isPassphrase ? "passphrase" : "password";
  return {
    ...(sessionKey === undefined ? {} : { sessionKey }),
    ...(secret === undefined ? {} : { secret: { kind, text: secret } }),
    ...(oldSecret === undefined ? {} : { oldSecret: { kind, text: oldSecret } }),
    ...(passkey === undefined ? {} : { passkey }),
  };
}

let summarise: Summarise | undefined;

/** Opens a user's workspace and starts its outbox. Throws WrongSecret and StorageFailure. */
export async function openConsoleWorkspace(
  userName: string,
  given: GivenSecrets,
  sender: Sender = outboxSender,
): Promise<Workspace> {
  const workspace = await openWorkspace({
    ...unlockWith(given),
    userName,
    realm: serviceConfig().demoId ?? "",
    sender,
    // With the rules, which a page without a visit does without. Once loaded, a write waits for nothing.
    summariser: async () =>
      (summarise ??= (await loadCode(() => import("#room/billing/summarise-event.ts"))).summariseEvent),
    repeatsAreSafe: () => serviceConfig().repeatedEvents === "safe",
    examplesMayLeave: () => serviceConfig().demo,
    hasClaims: () => serviceConfig().extensions.includes("takeVisit"),
    serviceNow,
  });
  subscribeSession(() => {
    if (currentSession().kind === "signed-in") workspace.outbox.sendWaiting();
  });
  // If the browser declines, the data stays as long as it has space.
  workspace.persist().catch(() => undefined);
  return workspace;
}

/** Throws WrongSecret. */
export async function unlockConsoleWorkspace(workspace: Workspace, given: GivenSecrets): Promise<void> {
  await workspace.unlock(unlockWith(given));
}
