import { askAccount } from "#room/api/account.ts";
import { ProveAgainHost } from "#room/app/session/prove-again-host.tsx";
import { SetUpPage } from "#room/features/account/second-factor/set-up-page.tsx";
import { ToastRegion } from "#room/ui/toast.tsx";
import { useSessionControls } from "./session-controls.ts";

export function SetUpFirst() {
  const { userName, signOut } = useSessionControls();
  return (
    <>
      <SetUpPage userName={userName} onDone={() => void askAccount()} onSignOut={() => signOut(false)} />
      <ProveAgainHost />
      <ToastRegion />
    </>
  );
}
