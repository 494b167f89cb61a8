import { useRef, useState, type FormEvent } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { UserIcon } from "#room/ui/icons.tsx";
import { isWrongSecret } from "./session-keeper.ts";
import styles from "./session.module.css";

export interface SecretFormProps {
  userName: string;
  submitLabel?: string;
  passwordLabel?: string;
  onSubmit: (password: string) => Promise<void>;
  /** The password was changed since: the old one opens the workspace once more. */
  onOldPassword?: (secret: string) => Promise<void>;
  onLeave: () => void;
}

/** Asks one known user for their password, in place. */
export function SecretForm(props: SecretFormProps) {
  const {
    userName,
    submitLabel = "Sign in",
    passwordLabel = "Password",
    onSubmit,
    onOldPassword,
    onLeave,
  } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [asksOld, setAsksOld] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const secret = String(new FormData(event.currentTarget).get("password") ?? "");
    setBusy(true);
    setProblem(undefined);
    try {
      await (asksOld && onOldPassword ? onOldPassword(secret) : onSubmit(secret));
    } catch (error) {
      const isOldNeeded = isWrongSecret(error) && onOldPassword !== undefined && !asksOld;
      setAsksOld(asksOld || isOldNeeded);
      setProblem(isOldNeeded ? undefined : wordsOf(error));
      if (field.current) field.current.value = "";
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
      <div className={styles.user}>
        <UserIcon />
        {userName}
      </div>
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
      {asksOld ? (
        <Banner tone="warn" role="status" title="Your password was changed">
          You are signed in. The drafts kept here are still locked with the old password; it is asked for this
          once.
        </Banner>
      ) : null}
      <PasswordField ref={field} label={asksOld ? "Old password" : passwordLabel} />
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
      <Button type="submit" look="primary" size="large" isBusy={isBusy}>
        {submitLabel}
      </Button>
      <Button look="quiet" onClick={onLeave}>
        Not {userName}? Use another account
      </Button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (isWrongSecret(error)) return "This password does not open the workspace. Try again.";
  if (error instanceof OperationRefused && error.status === 401)
    return "The password is not right. Try again.";
  const { title, detail, advice } = describeFailure(error);
  return [title, detail, advice].filter(Boolean).join(". ").replaceAll("..", ".");
}
