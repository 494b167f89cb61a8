import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { Person } from "#room/contract/schemas/person.ts";
import { useChange } from "#room/features/admin/use-change.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { showAtField } from "#room/features/forms/show-at-field.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import { asTyped, TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./people.module.css";

export interface SharedMailbox {
  readonly address: string;
  readonly userNames: readonly string[];
}

const mailboxForm = z.object({
  address: z.string().check(z.trim(), z.minLength(1, "Enter the address."), atMost(254)),
  userNames: z.array(z.string()),
});

interface DialogProps {
  readonly mailbox: SharedMailbox | undefined;
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

export function SharedMailboxDialog({ mailbox, people, onClose }: DialogProps) {
  const form = useForm({
    defaultValues: { address: mailbox?.address ?? "", userNames: [...(mailbox?.userNames ?? [])] },
    resolver: formResolver(mailboxForm),
  });
  const change = useChange("saveSharedMailbox");
  const chosen = useWatch({ control: form.control, name: "userNames" });
  const isGivenUp = mailbox !== undefined && chosen.length === 0;
  const save = form.handleSubmit((values) => {
    if (!mailbox && values.userNames.length === 0)
      return form.setError("userNames", { message: "Choose at least one person." });
    return change.mutate(
      { ...values, seen: [...(mailbox?.userNames ?? [])] },
      {
        onError: (error) => {
          if (!mailbox) showAtField(error, form, ["address"]);
        },
        onSuccess: ({ address, userNames }) => {
          toast({
            tone: "ok",
            title: userNames.length > 0 ? `${address} saved` : `${address} is no longer shared`,
          });
          onClose();
        },
      },
    );
  });
  const { errors } = form.formState;
  // What the service says of the address stands at the address.
  const failed = errors.address ? undefined : change.error;
  const fault = errors.userNames?.message;
  return (
    <Dialog
      title={mailbox ? `Who shares ${mailbox.address}` : "Add a shared mailbox"}
      startsInField
      onClose={onClose}
      action={{
        label: isGivenUp ? "Stop sharing" : "Save",
        look: isGivenUp ? "danger" : "primary",
        run: () => void save(),
        isBusy: change.isPending,
      }}
    >
      <Failed error={failed} />
      <div className="stack">
        {mailbox ? null : (
          <TextField
            label="Direct address"
            hint="Such as billing@direct.example; nobody’s own address"
            {...asTyped}
            {...fieldOf(form, "address")}
          />
        )}
        <fieldset className={styles.choices} aria-describedby={fault ? "sharers-fault" : undefined}>
          <legend>People</legend>
          {people.map(({ userName, displayName }) => (
            <Checkbox
              key={userName}
              label={displayName ? `${userName} (${displayName})` : userName}
              checked={chosen.includes(userName)}
              onChange={({ target }) =>
                form.setValue(
                  "userNames",
                  target.checked ? [...chosen, userName] : chosen.filter((name) => name !== userName),
                  { shouldDirty: true },
                )
              }
            />
          ))}
          {fault ? (
            <p id="sharers-fault" className="bad">
              {fault}
            </p>
          ) : null}
        </fieldset>
        <p>
          {isGivenUp
            ? `With nobody left, messages to ${mailbox.address} are refused. Everyone keeps the messages they have; whoever shares the address later starts with none.`
            : "Everyone gets each message, unread until they open it themselves, and sees who has read, taken, answered and archived it. Anyone you add also gets the earlier messages, as read if someone has read them; anyone you remove keeps what they have."}
        </p>
      </div>
    </Dialog>
  );
}
