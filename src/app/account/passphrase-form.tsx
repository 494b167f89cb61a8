import { useState, type FormEvent } from "react";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import styles from "./account.module.css";

const leastLength = 12;

/** For those who sign in without a password: what else could open their workspace after the session. */
export function PassphraseForm() {
  const workspace = useWorkspace();
  const [problem, setProblem] = useState<string>();
  const [isDone, setDone] = useState(false);
  if (workspace.protection() === "password") return null;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const passphrase = String(new FormData(event.currentTarget).get("passphrase") ?? "");
    setDone(false);
    if (passphrase.length < leastLength) {
      setProblem(`Use at least ${String(leastLength)} characters. A few words work well.`);
      return;
    }
    setProblem(undefined);
    try {
      await workspace.setPassphrase(passphrase);
      setDone(true);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The passphrase couldn’t be saved.");
    }
  };
  return (
    <section className={styles.part}>
      <h3>Passphrase</h3>
      <p>
        You sign in here without a password, so a passphrase protects what this browser keeps. Without one,
        your drafts can’t be opened after the session ends.
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <PasswordField label="Passphrase" name="passphrase" autoComplete="new-password" error={problem} />
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
