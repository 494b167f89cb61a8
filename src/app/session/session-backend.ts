import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import type { Credentials } from "#room/features/sign-in/sign-in-context.ts";

/** Where the session keeper reaches the service and the browser's storage; the real one stands in `live-backend.ts`. */
export interface SessionBackend {
  /** Who the cookie says is signed in. */
  restore: () => Promise<string | undefined>;
  /** Signs in; the answer is the user's name as the service writes it. Throws what the service refused. */
  signIn: (credentials: Credentials) => Promise<string>;
  /** Ends the session for a lock: here, in the other tabs and at the service. Calls wait for the same user. */
  endSession: () => void;
  /** Signs out for good. Does its best and never throws: the page is covered already. */
  signOut: () => Promise<void>;
  isSessionLive: () => boolean;
  /**
   * Opens the workspace: with a secret, or without one when the key outlived a reload within the session. Undefined:
   * it needs a secret. Throws WrongSecret when the given one does not open it.
   */
  openWorkspace: (userName: string, secret: string | undefined) => Promise<ConsoleWorkspace | undefined>;
  /** Opens a locked workspace again, in place; without a secret by the live session alone. Throws WrongSecret. */
  unlock: (workspace: ConsoleWorkspace, secret: string | undefined) => Promise<void>;
}
