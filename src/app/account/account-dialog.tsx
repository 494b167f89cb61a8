import { clinicToday } from "#room/api/clinic-today.ts";
import { useState } from "react";
import { counted } from "#room/contract/primitives/counted.ts";
import { useWorkspace, useOutboxStatus } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ExportIcon } from "#room/ui/page-icons.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import styles from "./account.module.css";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useKeeper } from "#room/app/session/keeper-context.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { TextField } from "#room/ui/text-field.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { PassphraseForm } from "./passphrase-form.tsx";
import { StorageUse } from "./storage-use.tsx";

function ExportWorkspace() {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      saveBlob(await workspace.exportAll(), `workspace-${workspace.userName}-${clinicToday()}.json`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The export failed.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.part}>
      <h3>Export</h3>
      <p>
        Saves everything stored here as one JSON file. It isn’t encrypted and contains patient data, so save
        it only where patient data is allowed.
      </p>
      <Button icon={<ExportIcon />} isBusy={isBusy} onClick={() => void save()}>
        Export workspace
      </Button>
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
    </section>
  );
}

const eraseForm = (userName: string) =>
  z.object({ typed: z.string().check(z.refine((typed) => typed.trim() === userName)) });

/** Cannot be undone, so the user types their name; anything still waiting to be sent is listed first. */
function EraseWorkspace() {
  const workspace = useWorkspace();
  const keeper = useKeeper();
  const { waiting, held, sending, unanswered = 0 } = useOutboxStatus();
  const form = useForm({
    defaultValues: { typed: "" },
    mode: "onChange",
    resolver: formResolver(eraseForm(workspace.userName)),
  });
  const { errors, isValid, isSubmitting } = form.formState;
  const unsent = waiting + held + sending;

  const erase = form.handleSubmit(async () => {
    try {
      await workspace.erase();
      await keeper.signOut();
    } catch (error) {
      const message = error instanceof Error ? error.message : "Your workspace couldn’t be erased.";
      form.setError("root", { message });
    }
  });
  return (
    <section className={styles.part}>
      <h3>Erase</h3>
      <p>
        Deletes all your drafts, attempts and messages from this device and signs you out. This can’t be
        undone. What was already sent stays with the service.
      </p>
      {unsent > 0 ? (
        <Banner tone="warn" title={`${counted(unsent, "item hasn’t", "items haven’t")} been sent yet`}>
          {unsent === 1 ? "It" : "They"} will never be sent if you erase now.
        </Banner>
      ) : null}
      {unanswered > 0 ? (
        <Banner tone="warn" title={`${counted(unanswered, "item")} got no answer`}>
          If you erase now, nothing here finds out whether the service has {unanswered === 1 ? "it" : "them"}.
        </Banner>
      ) : null}
      <TextField
        label={`Type ${workspace.userName} to confirm`}
        autoComplete="off"
        {...form.register("typed")}
      />
      <Button look="danger" disabled={!isValid} isBusy={isSubmitting} onClick={() => void erase()}>
        Erase workspace
      </Button>
      {errors.root ? (
        <Banner tone="bad" role="alert">
          {errors.root.message}
        </Banner>
      ) : null}
    </section>
  );
}

/** What this browser stores for the user: how much, how safely, and how to export or erase it. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Workspace and storage" onClose={onClose} losesTyped={false} width="wide">
      <div>
        <StorageUse />
        <PassphraseForm />
        <ExportWorkspace />
        <EraseWorkspace />
      </div>
    </Dialog>
  );
}
