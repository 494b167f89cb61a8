import { createContext, useContext } from "react";

export interface Credentials {
  userName: string;
  password: string;
  rememberMe: boolean;
  /** `digest`: the password does not leave this browser; only if enabled for the service and the user. */
  way: "credentials" | "digest";
}

/**
 * The sign-in page's access to the session; provided by the app frame, which opens the workspace with the same
 * password.
 */
export interface SignInActions {
  signIn: (credentials: Credentials) => Promise<void>;
  /**
   * Signs in by passkey alone, or returns to a covered page with one. Throws what the browser or the service refused.
   */
  signInByPasskey: (options: Pick<Credentials, "rememberMe">) => Promise<void>;
  /** Starts at an identity provider: in place of this page, or in a separate window beside a covered page. */
  beginWithProvider: (
    provider: string,
    options: {
      continueTo: string;
      isInPopup: boolean;
      /** Links the account at the provider to this user. */
      proof?: Pick<Credentials, "userName" | "password">;
    },
  ) => Promise<void>;
  /**
   * Completes a sign-in at the provider; returns where to go. Throws NotLinked for an account that is not linked to a
   * user.
   */
  finishWithProvider: (answer: {
    state: string;
    code: string;
  }) => Promise<{ continueTo: string; isInPopup: boolean }>;
}

/** The provider identified the user, but the account is not linked to a user here. */
export class NotLinked extends Error {
  readonly provider: string;
  constructor(provider: string, message: string) {
    super(message);
    this.provider = provider;
  }
}

export const SignInContext = createContext<SignInActions | undefined>(undefined);

export function useSignInActions(): SignInActions {
  const actions = useContext(SignInContext);
  if (!actions) throw new Error("The sign-in page stands outside the frame");
  return actions;
}
