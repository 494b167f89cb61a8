import type { Credentials } from "#room/features/sign-in/sign-in-context.ts";
import type { SignInHabit } from "#room/features/sign-in/sign-in-habit.ts";
import type { GivenSecrets } from "#room/app/workspace/open-console-workspace.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { EndTold } from "./session-end.ts";

/** Where the session keeper reaches the service and the browser's storage; the real one stands in `live-backend.ts`. */
export interface SessionBackend {
  /** Who the cookie says is signed in. Throws when the service cannot be reached. */
  restore: () => Promise<string | undefined>;
  /** Signs in; the answer is the user's name as the service writes it. Throws what the service refused. */
  signIn: (credentials: Credentials) => Promise<string>;
  /** How the last person signed in in this browser, also before a reload. */
  recallHabit: () => SignInHabit;
  keepHabit: (habit: SignInHabit) => void;
  /** Ends the session for a lock: here, in the other tabs and at the service. Calls wait for the same user. */
  endSession: () => void;
  /** Signs out for good, here or on all machines. Never throws: the page is covered already. */
  signOut: (everywhere: boolean) => Promise<EndTold>;
  isSessionLive: () => boolean;
  /** Opens the workspace. Throws WrongSecret when nothing given opens it. */
  openWorkspace: (userName: string, given: GivenSecrets) => Promise<Workspace>;
  /** Opens a locked workspace again, in place. Throws WrongSecret. */
  unlock: (workspace: Workspace, given: GivenSecrets) => Promise<void>;
  /** What guards the workspace that this browser keeps for the user. */
  guardOf: (userName: string) => Promise<"password" | "passphrase" | "passkey" | "none">;
  /** Deletes the user's workspace without opening it: the way out when the old password is forgotten. */
  erase: (userName: string) => Promise<void>;
}
