import { askAccountAgain } from "#room/api/account.ts";
import { NewPasswordPage } from "#room/features/account/new-password-page.tsx";
import { useSessionControls } from "./session-controls.ts";

/** The only page for a user who signed in with a printed password. */
export function NewPasswordFirst() {
  const { userName, signOut } = useSessionControls();
  return <NewPasswordPage userName={userName} onDone={() => void askAccountAgain()} onSignOut={signOut} />;
}
