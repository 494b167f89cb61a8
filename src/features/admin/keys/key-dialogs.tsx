import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { ResponseOf } from "#room/contract/registry.ts";
import { keyLimits, type ProgramKey } from "#room/contract/schemas/program-key.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Select } from "#room/ui/select.tsx";
import { dayIn, endOfDay, expiryDay } from "./new-key.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { useChange } from "#room/features/admin/use-change.ts";

const hours = [
  ["24", "for 24 more hours"],
  ["168", "for 7 more days"],
  ["720", "for 30 more days"],
  ["0", "not at all: it may have leaked"],
] as const;

const rotateForm = z.object({ hours: z.string(), expires: expiryDay });

interface RotateKeyProps {
  readonly keyRow: ProgramKey;
  readonly onRotated: (rotated: ResponseOf<"rotateKey">) => void;
  readonly onClose: () => void;
}

/** Gives a key a new secret; the old one keeps working for as long as the program needs it. */
export function RotateKeyDialog({ keyRow, onRotated, onClose }: RotateKeyProps) {
  const rotate = useChange("rotateKey");
  const [start] = useState(() => ({
    hours: String(keyLimits.usualOverlapHours),
    expires: dayIn(keyLimits.usualDays),
  }));
  const form = useForm({ defaultValues: start, resolver: formResolver(rotateForm) });
  const isDead = keyRow.state === "expired";
  // The key's version when the dialog opened, so that a concurrent rotation is not overwritten unseen.
  const [current] = useState(keyRow.currentMark);
  const store = form.handleSubmit(({ hours, expires }) => {
    const { keyId } = keyRow;
    const overlapHours = isDead ? 0 : Number(hours);
    rotate.mutate({ keyId, current, overlapHours, expiresAt: endOfDay(expires) }, { onSuccess: onRotated });
  });
  return (
    <Dialog
      title={`Rotate ${keyRow.name}`}
      isKept
      onClose={onClose}
      action={{ label: "Rotate", run: () => void store(), isBusy: rotate.isPending }}
    >
      <Failed error={rotate.error} />
      <div className="stack">
        <p className="quiet">You get a new key to put into the program.</p>
        {isDead ? (
          <p className="quiet">The old one has already expired.</p>
        ) : (
          <Select label="The old key works" {...form.register("hours")} options={hours} />
        )}
        <FormDate control={form.control} name="expires" label="Expires on" meant="future" />
      </div>
    </Dialog>
  );
}

export function ConfirmKeyDialog({
  keyRow: { keyId, name },
  onClose,
}: {
  readonly keyRow: ProgramKey;
  readonly onClose: () => void;
}) {
  const confirm = useChange("confirmRestored");
  return (
    <Dialog
      title={`Let ${name} work again?`}
      onClose={onClose}
      action={{
        label: "Let it work",
        run: () => confirm.mutate({ keyId }, { onSuccess: onClose }),
        isBusy: confirm.isPending,
      }}
    >
      <Failed error={confirm.error} />
      <p className="quiet">
        The data was restored from a backup. If this key was ended or rotated after the backup was made,
        don’t: end it, and add another one.
      </p>
    </Dialog>
  );
}

/** Ends a key permanently, or only its old secret. */
export function EndKeyDialog({
  keyRow,
  secret,
  onClose,
}: {
  readonly keyRow: ProgramKey;
  /** The mark of the old secret to end; absent for the key itself. */
  readonly secret?: string | undefined;
  readonly onClose: () => void;
}) {
  const end = useChange("endKey");
  const { name, keyId } = keyRow;
  return (
    <Dialog
      title={secret ? `End the old key of ${name}?` : `End ${name}?`}
      role="alertdialog"
      onClose={onClose}
      action={{
        label: secret ? "End the old key" : "End this key",
        run: () => end.mutate({ keyId, secret }, { onSuccess: onClose }),
        look: "danger",
        isBusy: end.isPending,
      }}
    >
      <Failed error={end.error} />
      <p className="quiet">
        {secret
          ? "A program that still sends the old key is refused at once. The new one keeps working."
          : "A program that sends it is refused at once. What it did stays as it is. This can’t be undone."}
      </p>
    </Dialog>
  );
}
