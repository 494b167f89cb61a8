import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { operationMutation } from "#room/api/operation-query.ts";
import { isUserFault } from "#room/features/sign-in/second-step/proof-fault.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { factorFault } from "./factor-fault.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";

/** The task in progress: a factor to add or remove (by name), or new codes to create. */
export type FactorTask =
  | { readonly kind: "app" }
  | { readonly kind: "passkey" }
  | { readonly kind: "codes" }
  | { readonly kind: "remove"; readonly name: string; readonly passkeyId?: string };

const titles: Readonly<Record<FactorTask["kind"], string>> = {
  app: "Set up an authenticator app",
  passkey: "Add a passkey",
  codes: "Make new recovery codes?",
  remove: "Remove?",
};

export function FactorDialog({ task, onClose }: { readonly task: FactorTask; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = (recoveryCodes: readonly string[]) => {
    void client.invalidateQueries({ queryKey: ["listFactors"] });
    void client.invalidateQueries({ queryKey: ["getOwnAccount"] });
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes);
    toast({ tone: "ok", title: "Your second factor was changed" });
    onClose();
  };
  if (codes.length > 0)
    return (
      <Dialog title="Recovery codes" isKept onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  if (task.kind === "codes" || task.kind === "remove")
    return <Question task={task} onClose={onClose} onDone={done} />;
  return (
    <Dialog title={titles[task.kind]} isKept losesTyped={false} onClose={onClose}>
      {task.kind === "app" ? <SetUpApp onDone={done} /> : <AddPasskey onDone={done} />}
    </Dialog>
  );
}

interface QuestionProps {
  readonly task: Extract<FactorTask, { kind: "codes" | "remove" }>;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

function Question({ task, onClose, onDone }: QuestionProps) {
  const remove = useMutation(operationMutation("removeFactor"));
  const make = useMutation(operationMutation("makeRecoveryCodes"));
  const error = remove.error ?? make.error;
  const go = () => {
    if (task.kind === "codes")
      return make.mutate({}, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
    const which = task.passkeyId === undefined ? { totp: true } : { passkeyId: task.passkeyId };
    return remove.mutate(which, { onSuccess: () => onDone([]) });
  };
  const isRemoval = task.kind === "remove";
  return (
    <Dialog
      title={isRemoval ? `Remove ${task.name}?` : titles.codes}
      role="alertdialog"
      startsAtAction
      onClose={onClose}
      action={{
        label: isRemoval ? "Remove it" : "Make new codes",
        run: go,
        look: isRemoval ? "danger" : "primary",
        isBusy: remove.isPending || make.isPending,
      }}
    >
      <p>
        {isRemoval
          ? "It can no longer be used to sign in here. Also delete it on your phone or in your password manager."
          : "Ten new codes replace the ones you have; the old ones stop working."}
      </p>
      {error ? (
        <Banner tone="bad" role="alert" isFailure={!isUserFault(error)}>
          {factorFault(error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
