import { OperationRefused } from "#room/api/failures.ts";
import { signInWith } from "#room/api/session.ts";
import { readJson } from "#room/contract/written-json.ts";
import { awaitSecondStep } from "#room/features/sign-in/second-step/factor-prompt.ts";
import { NotLinked } from "#room/features/sign-in/sign-in-context.ts";
import { sessionEnd } from "./live-session-end.ts";
import { type Began, beganKey } from "./sign-in-actions.ts";

/** Completes a sign-in with what the provider sent the browser back with; only the callback page loads it. */
export async function finishWithProvider({ state, code }: { state: string; code: string }) {
  const { provider, continueTo, isInPopup } = takeBegan();
  const members = { provider, state, oauth_token: state, oauth_verifier: code };
  const userName = await sessionEnd
    .before(() => signInWith(members))
    .catch(awaitSecondStep)
    .catch((error: unknown) => {
      const isNobodys = error instanceof OperationRefused && error.code === "AccountNotLinked";
      throw isNobodys ? new NotLinked(provider, error.message) : error;
    });
  return { userName, continueTo, isInPopup };
}

function takeBegan(): Began {
  const kept = readJson<Partial<Began>>(sessionStorage.getItem(beganKey) ?? "{}");
  sessionStorage.removeItem(beganKey);
  const { provider = "", continueTo = "/visits", isInPopup = false } = kept;
  return { provider, continueTo, isInPopup };
}
