import { createContext, useContext } from "react";

export interface Credentials {
  userName: string;
  password: string;
  rememberMe: boolean;
  /** `digest`: the password does not leave this browser; only where the service and the user have it on. */
  way: "credentials" | "digest";
}

/** How the sign-in page reaches the session; given by the frame, which opens the workspace with the same password. */
export interface SignInActions {
  /** Signs in and opens the workspace. Throws what the service refused. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** Signs in by a passkey alone, or comes back by one to a covered page. Throws what the browser or the service refused. */
  signInByPasskey: (options: Pick<Credentials, "rememberMe">) => Promise<void>;
  /** Starts at an identity provider: in place of this page, or in a window of its own beside a covered page. */
  beginWithProvider: (
    provider: string,
    options: {
      continueTo: string;
      isInPopup: boolean;
      /** Links the account at the provider to this user. */
      proof?: Pick<Credentials, "userName" | "password">;
    },
  ) => Promise<void>;
  /** Ends what the provider began; answers where to go. Throws NotLinked for an account that is nobody's here. */
  finishWithProvider: (answer: {
    state: string;
    code: string;
  }) => Promise<{ continueTo: string; isInPopup: boolean }>;
}

/** The provider knows who it is, and no user here is linked to that account yet. */
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
