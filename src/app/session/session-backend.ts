import type { Credentials } from "#room/features/sign-in/sign-in-context.ts";
import type { SignInHabit } from "#room/features/sign-in/sign-in-habit.ts";
import type { GivenSecrets } from "#room/app/workspace/open-console-workspace.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { EndReport } from "./session-end.ts";

/** The session keeper's access to the service and browser storage; the real one is in `live-backend.ts`. */
export interface SessionBackend {
  /** Who the cookie says is signed in. Throws when the service cannot be reached. */
  restore: () => Promise<string | undefined>;
  /** Signs in; returns the user's name as the service spells it. Throws what the service refused. */
  signIn: (credentials: Credentials) => Promise<string>;
  /** How the last user of this browser signed in, including before a reload. */
  recallHabit: () => SignInHabit;
  keepHabit: (habit: SignInHabit) => void;
  /** Ends the session for a lock: here, in the other tabs and at the service. Calls wait for the same user. */
  endSession: () => void;
  /** Signs out, here or on all devices. Never throws: the page is covered already. */
  signOut: (everywhere: boolean) => Promise<EndReport>;
  isSessionLive: () => boolean;
  /** Throws WrongSecret when none of the secrets opens it. */
  openWorkspace: (userName: string, given: GivenSecrets) => Promise<Workspace>;
  /** Reopens a locked workspace in place. Throws WrongSecret. */
  unlock: (workspace: Workspace, given: GivenSecrets) => Promise<void>;
  /** What protects the user's workspace in this browser. */
  guardOf: (userName: string) => Promise<"password" | "passphrase" | "passkey" | "none">;
  /** Deletes the user's workspace without opening it, for when the old password is forgotten. */
  erase: (userName: string) => Promise<void>;
}
