import { useEffect, useRef, useState, type FormEvent } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { ProviderButtons } from "#room/features/sign-in/provider-buttons.tsx";
import { WentBack } from "#room/features/sign-in/second-step/factor-prompt.ts";
import { SecondStepSlot } from "#room/features/sign-in/second-step/second-step-slot.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { UserIcon } from "#room/ui/page-icons.tsx";
import { useKeeper } from "./keeper-context.ts";
import { isWrongSecret, type Ask } from "./session-keeper.ts";
import { StartClean } from "./start-clean.tsx";
import styles from "./session.module.css";

export interface SecretFormProps {
  userName: string;
  ask: Ask;
  submitLabel?: string;
  onLeave: () => void;
}

const labels: Record<Exclude<Ask, "provider">, string> = {
  password: "Password",
  "old-password": "Old password",
  passphrase: "Passphrase",
};

/** Asks one known user for what opens their workspace, in place. */
export function SecretForm({ userName, ask, submitLabel = "Sign in", onLeave }: SecretFormProps) {
  const { providers } = useServiceConfig().signIn;
  return (
    <div className={styles.form}>
      <div className={styles.user}>
        <UserIcon />
        {userName}
      </div>
      <SecondStepSlot>
        {ask === "provider" ? (
          <ProviderButtons providers={providers} continueTo={location.pathname} isInPopup />
        ) : (
          <GiveForm key={ask} userName={userName} ask={ask} submitLabel={submitLabel} />
        )}
      </SecondStepSlot>
      {ask === "old-password" || ask === "passphrase" ? <StartClean /> : null}
      <Button look="quiet" onClick={onLeave}>
        Not {userName}? Use another account
      </Button>
    </div>
  );
}

function GiveForm({
  userName,
  ask,
  submitLabel,
}: {
  userName: string;
  ask: keyof typeof labels;
  submitLabel: string;
}) {
  const keeper = useKeeper();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const secret = String(new FormData(event.currentTarget).get("password") ?? "");
    setBusy(true);
    setProblem(undefined);
    try {
      await keeper.give(secret);
    } catch (error) {
      setProblem(wordsOf(error));
      if (field.current) field.current.value = "";
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
      {/* For password managers: they look for a name beside the password. */}
      <input
        className="visually-hidden"
        type="text"
        name="userName"
        autoComplete="username"
        aria-hidden="true"
        tabIndex={-1}
        value={userName}
        readOnly
      />
      {ask === "old-password" ? (
        <Banner tone="warn" role="status" title="Your password was changed">
          You are signed in. What this browser keeps for you still opens with your old password, so please
          enter it this once.
        </Banner>
      ) : null}
      <PasswordField ref={field} label={labels[ask]} />
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
      <Button type="submit" look="primary" size="large" isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof WentBack) return error.message;
  if (isWrongSecret(error)) return "That doesn’t open what this browser keeps for you. Try again.";
  if (error instanceof OperationRefused && error.status === 401) return "Wrong password. Try again.";
  const { title, detail, advice } = describeFailure(error);
  return [title, detail, advice]
    .filter(Boolean)
    .map((words) => words.replace(/\.?$/, "."))
    .join(" ");
}
