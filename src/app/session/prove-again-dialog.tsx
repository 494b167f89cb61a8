import { useSessionControls } from "#room/app/frame/session-controls.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { sameUserReturns } from "#room/api/session.ts";
import { ProofForm } from "#room/features/sign-in/second-step/proof-form.tsx";
import { Dialog } from "#room/ui/dialog.tsx";

export function ProveAgainDialog({ onClose }: { readonly onClose: (isProven: boolean) => void }) {
  const { lock } = useSessionControls();
  return (
    <Dialog title="Confirm it’s you" isKept losesTyped={false} onClose={() => onClose(false)}>
      <p>
        This changes who can sign in or what they can do, so we ask again every ten minutes. Nothing is lost:
        your change goes through as soon as you confirm.
      </p>
      <ProofForm
        ask={() => callOperation("beginProof", {})}
        give={async (proof) => {
          await callOperation("proveAgain", proof);
          onClose(true);
        }}
        label="Confirm"
        cancelLabel="Cancel"
        onCancel={() => onClose(false)}
        onSignIn={() => {
          // A lock ends the session, and signing in again counts as proof.
          lock();
          void sameUserReturns().then(onClose);
        }}
      />
    </Dialog>
  );
}
