import { beginProviderSignIn, signInWith } from "#room/api/session.ts";
import type { SignInActions } from "#room/features/sign-in/sign-in-context.ts";
import type { SessionKeeper } from "./session-keeper.ts";

const continueKey = "sign-in-continue";

/** What the sign-in pages do, by way of the session keeper. */
export function signInActions(keeper: SessionKeeper): SignInActions {
  return {
    signIn: (credentials) => keeper.signIn(credentials),
    async beginWithProvider(provider, continueTo) {
      const address = await beginProviderSignIn(provider, continueTo);
      if (!address) throw new Error("The service gave no address of the provider");
      // An address of this console, kept for this tab alone while the provider has the page.
      sessionStorage.setItem(continueKey, JSON.stringify({ provider, continueTo }));
      location.assign(address);
    },
    async finishWithProvider({ state, code }) {
      const { provider, continueTo } = takeKept();
      const userName = await signInWith({ provider, state, oauth_token: state, oauth_verifier: code });
      await keeper.signedInBy(userName);
      return continueTo;
    },
  };
}

function takeKept(): { provider: string; continueTo: string } {
  const kept: unknown = JSON.parse(sessionStorage.getItem(continueKey) ?? "{}");
  sessionStorage.removeItem(continueKey);
  const { provider = "", continueTo = "/visits" } = kept as { provider?: string; continueTo?: string }; // our own words, written above
  return { provider, continueTo };
}
