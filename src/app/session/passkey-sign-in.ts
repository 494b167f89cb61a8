import { callOperation } from "#room/api/call-operation.ts";
import { proveSecondFactor } from "#room/api/session.ts";
import { askPasskey, type PasskeyResult } from "#room/features/sign-in/second-step/passkey.ts";
import { sessionEnd } from "./live-session-end.ts";

/**
 * Signs in by passkey alone. Returns who it is, and what opens their workspace here. Throws what the browser or service
 * refused.
 */
export async function signInByPasskey(
  rememberMe: boolean,
): Promise<{ userName: string; opens: PasskeyResult["opens"] }> {
  const { passkey: question } = await callOperation("beginSecondFactor", { passkeyAlone: true, rememberMe });
  const { proof, opens } = await askPasskey(question ?? {});
  return { userName: await sessionEnd.before(() => proveSecondFactor({ passkey: proof })), opens };
}
