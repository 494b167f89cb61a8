import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useSessionControls } from "#room/app/frame/session-controls.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./account.module.css";

const eraseForm = (userName: string) =>
  z.object({ typed: z.string().check(z.refine((typed) => typed.trim() === userName)) });

/** Cannot be undone, so the user types their name; anything still waiting to be sent is listed first. */
export function EraseWorkspace() {
  const workspace = useWorkspace();
  const { signOut } = useSessionControls();
  const { waiting, held, sending } = useOutboxStatus();
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
      signOut();
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
        <Banner
          tone="warn"
          title={
            unsent === 1
              ? "1 item hasn’t been sent yet"
              : `${unsent.toLocaleString()} items haven’t been sent yet`
          }
        >
          {unsent === 1 ? "It" : "They"} will never be sent if you erase now.
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
