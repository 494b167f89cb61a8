import { readJson } from "#room/contract/written-json.ts";
import { beginProviderSignIn, signInWith } from "#room/api/session.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { awaitSecondStep } from "#room/features/sign-in/second-step/factor-prompt.ts";
import { NotLinked, type SignInActions } from "#room/features/sign-in/sign-in-context.ts";
import { sessionEnd } from "./live-session-end.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import type { TabChannel } from "./tab-channel.ts";

const beganKey = "sign-in-began";

/** What is needed when the provider sends the browser back. Stored for one tab; no secrets or patient data. */
interface Began {
  provider: string;
  continueTo: string;
  isInPopup: boolean;
}

/** The actions of the sign-in pages, through the session keeper. */
export function signInActions(keeper: SessionKeeper, channel: TabChannel): SignInActions {
  return {
    async signIn(credentials) {
      // Preloads what comes next while the service checks the password; not earlier, since most of it is the shell's.
      const next = Promise.allSettled([
        import("#room/app/frame/console-frame.tsx"),
        import("#room/app/workspace/open-console-workspace.ts"),
      ]);
      await keeper.signIn(credentials);
      await next;
    },
    async signInByPasskey({ rememberMe }) {
      const { signInByPasskey } = await import("./passkey-sign-in.ts");
      const { userName, opens } = await signInByPasskey(rememberMe);
      await keeper.signedInBy(userName, { isByPasskey: true, ...(opens ? { passkey: opens } : {}) });
    },
    async beginWithProvider(provider, { continueTo, isInPopup, proof }) {
      // Before the first await: browsers open a window only during a click.
      const popup = isInPopup ? window.open("about:blank", "_blank", "popup,width=480,height=640") : null;
      const address = await beginProviderSignIn(provider, continueTo, proof).catch((error: unknown) => {
        popup?.close();
        throw error;
      });
      if (!address) throw new Error("The service gave no address of the provider");
      const began = JSON.stringify({ provider, continueTo, isInPopup } satisfies Began);
      if (popup) {
        popup.sessionStorage.setItem(beganKey, began);
        popup.location.assign(address);
      } else {
        sessionStorage.setItem(beganKey, began);
        location.assign(address);
      }
    },
    async finishWithProvider({ state, code }) {
      const { provider, continueTo, isInPopup } = takeBegan();
      const members = { provider, state, oauth_token: state, oauth_verifier: code };
      const userName = await sessionEnd
        .before(() => signInWith(members))
        .catch(awaitSecondStep)
        .catch((error: unknown) => {
          const isNobodys = error instanceof OperationRefused && error.code === "AccountNotLinked";
          throw isNobodys ? new NotLinked(provider, error.message) : error;
        });
      if (isInPopup) channel.post({ kind: "signed-in", userName });
      else await keeper.signedInBy(userName);
      return { continueTo, isInPopup };
    },
  };
}

function takeBegan(): Began {
  const kept = readJson<Partial<Began>>(sessionStorage.getItem(beganKey) ?? "{}");
  sessionStorage.removeItem(beganKey);
  const { provider = "", continueTo = "/visits", isInPopup = false } = kept;
  return { provider, continueTo, isInPopup };
}
