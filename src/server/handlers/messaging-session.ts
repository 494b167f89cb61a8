import type { AuditWords } from "#room/server/define-handler.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { isProgramKey } from "#room/server/keys/keyring.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";

export interface MessagingRequest {
  readonly sessionKey?: string | null | undefined;
  readonly loggedInUser?: string | null | undefined;
  readonly emailServiceType?: string | null | undefined;
}

export interface SessionFault {
  readonly code: "badSessionKey" | "hasSessionKeyExpired" | "unauthorizedAccess" | "other";
  readonly message: string;
}

export type MessagingUser =
  | { readonly user: SessionInfo; readonly fault?: undefined }
  | { readonly fault: SessionFault };

function fault(code: SessionFault["code"], message: string): { fault: SessionFault } {
  return { fault: { code, message } };
}

/** Whose mailbox a messaging request may use. Checks the key first, then its owner, then the service. */
export async function messagingUser(
  { sessionKey, loggedInUser, emailServiceType }: MessagingRequest,
  { sessions }: Pick<HandlerContext, "sessions">,
  how = { isUse: true },
): Promise<MessagingUser> {
  if (isProgramKey(sessionKey ?? ""))
    return fault(
      "unauthorizedAccess",
      "A program’s key has no mailbox. Messages are sent and read with the session key of a person.",
    );
  const found = await sessions.lookUp(sessionKey, how);
  if (found.state === "unknown") return fault("badSessionKey", "The session key is not known.");
  if (found.state === "expired")
    return fault("hasSessionKeyExpired", "The session has ended. Sign in again.");
  if (foldName(loggedInUser ?? "") !== foldName(found.user.userName))
    return fault("unauthorizedAccess", "The session key belongs to another user.");
  const service = (emailServiceType ?? "").trim().toLowerCase();
  if (service !== "" && service !== "directmessage")
    return fault("other", "The emailServiceType is not served; DirectMessage is the only one.");
  return { user: found.user };
}

/** The number of a message; 0, which no message has, in place of anything else. */
export function messageNumber(asked: number | null | undefined): number {
  return typeof asked === "number" && Number.isSafeInteger(asked) && asked > 0 ? asked : 0;
}

/** The audit row of a message that is nobody's, or someone else's: it shows users who try one id after another. */
export function noteOfForeignMessage(
  code: string,
  { messageId }: { readonly messageId?: number | null | undefined },
): AuditWords | undefined {
  return code === "messageNotFound"
    ? { action: "access refused", subject: `message:${messageId ?? 0}` }
    : undefined;
}
