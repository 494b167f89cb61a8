import { beginProviderSignIn } from "#room/api/session.ts";
import type { SignInActions } from "#room/features/sign-in/sign-in-context.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import type { TabChannel } from "./tab-channel.ts";

export const beganKey = "sign-in-began";

/** What is needed when the provider sends the browser back. Stored for one tab; no secrets or patient data. */
export interface Began {
  provider: string;
  continueTo: string;
  isInPopup: boolean;
}

export function signInActions(keeper: SessionKeeper, channel: TabChannel): SignInActions {
  return {
    async signIn(credentials) {
      // Preloads what comes next while the service checks the password; not earlier, since most of it is the shell's.
      const next = Promise.allSettled([
        import("#room/app/frame/console-frame.tsx"),
        import("#room/app/workspace/open-console-workspace.ts"),
        import("#room/features/visits/queue/visits-page.tsx"),
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
    async finishWithProvider(answer) {
      const { finishWithProvider } = await import("./finish-with-provider.ts");
      const { userName, continueTo, isInPopup } = await finishWithProvider(answer);
      if (isInPopup) channel.post({ kind: "signed-in", userName });
      else await keeper.signedInBy(userName);
      return { continueTo, isInPopup };
    },
  };
}
