import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import styles from "./account.module.css";

const minLength = 12;
const passphraseForm = z.object({
  passphrase: z
    .string()
    .check(z.minLength(minLength, `Use at least ${String(minLength)} characters. A few words work well.`)),
});

export function PassphraseForm() {
  const workspace = useWorkspace();
  const form = useForm({ defaultValues: { passphrase: "" }, resolver: formResolver(passphraseForm) });
  const [isDone, setDone] = useState(false);
  if (workspace.protection() === "password") return null;

  const keep = form.handleSubmit(async ({ passphrase }) => {
    try {
      await workspace.setPassphrase(passphrase);
      setDone(true);
    } catch (error) {
      const message = error instanceof Error ? error.message : "The passphrase couldn’t be saved.";
      form.setError("passphrase", { message });
    }
  });
  return (
    <section className={styles.part}>
      <h3>Passphrase</h3>
      <p>
        You sign in here without a password, so a passphrase protects your data on this device. Without one,
        your drafts can’t be opened after the session ends.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          setDone(false);
          void keep(event);
        }}
      >
        <PasswordField label="Passphrase" autoComplete="new-password" {...fieldOf(form, "passphrase")} />
        <Button type="submit">
          {workspace.protection() === "passphrase" ? "Change passphrase" : "Set passphrase"}
        </Button>
      </form>
      {isDone ? (
        <Banner tone="ok" role="status">
          The passphrase is set.
        </Banner>
      ) : null}
    </section>
  );
}
