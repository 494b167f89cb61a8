import { useEffect, useState } from "react";
import { onProofAsked } from "#room/api/prove-again.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";

const ProveAgainDialog = lateDialog(async () => (await import("./prove-again-dialog.tsx")).ProveAgainDialog);

/** Shows a single dialog whenever the service requires proof of identity; the call then continues by itself. */
export function ProveAgainHost() {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();
  useEffect(() => onProofAsked(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  if (!answer) return null;
  const close = (isProven: boolean) => {
    setAnswer(undefined);
    answer(isProven);
  };
  return <ProveAgainDialog onClose={close} />;
}
