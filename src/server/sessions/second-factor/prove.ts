import type { PasskeyAnswer } from "#room/contract/schemas/factor.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { takeChallenge } from "./challenges.ts";
import { takeRecoveryCode, takeTotpStep, totpOf } from "./factor-store.ts";
import { provenPasskey } from "./passkeys.ts";
import { stepOfCode } from "./totp.ts";

export interface GivenProof {
  readonly code?: string | null | undefined;
  readonly recoveryCode?: string | null | undefined;
  readonly passkey?: PasskeyAnswer | null | undefined;
}

/** The words depend on what was given, not on why it is wrong: a used code is told like a made-up one. */
export function wrongProof({ code, recoveryCode }: GivenProof): Refusal {
  const message = code
    ? "That didn’t work. A code works once, and for half a minute: wait for the next one and try again."
    : recoveryCode
      ? "That isn’t one of your recovery codes, or it has been used: each works once. Try another one."
      : "That passkey didn’t work here. Try again, or use another way.";
  return new Refusal(400, "WrongProof", message);
}

interface Proving {
  readonly handle: string;
  readonly challenge: string | undefined;
  readonly context: Pick<HandlerContext, "store" | "now" | "transport">;
}

/** The method used, for the audit trail; undefined if the proof is wrong. Whatever was given is used up. */
export async function provenBy(
  userId: number,
  { code, recoveryCode, passkey }: GivenProof,
  { handle, challenge, context }: Proving,
): Promise<"totp" | "recovery" | "passkey" | undefined> {
  const { store } = context;
  const now = context.now().getTime();
  if (code) {
    const totp = await totpOf(store, userId);
    const step = totp && stepOfCode(totp.secret, code, now);
    return step !== undefined && (await takeTotpStep(store, { userId, step, now })) ? "totp" : undefined;
  }
  if (recoveryCode) return (await takeRecoveryCode(store, userId, recoveryCode)) ? "recovery" : undefined;
  if (!passkey)
    throw invalidMember("NotEmpty", "code", "A code, a recovery code or a passkey must be given.");
  if (challenge === undefined || !(await takeChallenge(store, handle, challenge))) return undefined;
  const origin = originOf(context);
  const proven = await provenPasskey(store, passkey, { challenge, origin, ofUser: userId, now });
  return proven && "passkey";
}

/** The origin of the calling page, as a browser writes it. */
export function originOf({ transport }: Pick<HandlerContext, "transport">): string {
  return new URL(transport.origin()).origin;
}
