import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { describeFailure, failureLine } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { KnownUserName } from "#room/features/sign-in/known-user-name.tsx";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { ProviderButtons } from "#room/features/sign-in/provider-buttons.tsx";
import { WentBack } from "#room/features/sign-in/second-step/factor-prompt.ts";
import { PasskeySlot } from "#room/features/sign-in/second-step/passkey-slot.tsx";
import { useSignInActions } from "#room/features/sign-in/sign-in-context.ts";
import { SecondStepSlot } from "#room/features/sign-in/second-step/second-step-slot.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { UserIcon } from "#room/ui/page-icons.tsx";
import { useKeeper } from "./keeper-context.ts";
import { isWrongSecret, type Ask, type SessionKeeper } from "./session-keeper.ts";
import styles from "./session.module.css";

/** The way out for users who forgot the secret; asks for confirmation, since it cannot be undone. */
function StartClean() {
  const keeper = useKeeper();
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const erase = () => keeper.startClean().catch((error: unknown) => setProblem(describeFailure(error).title));
  if (!isAsked) {
    return (
      <Button look="quiet" onClick={() => setAsked(true)}>
        I don’t have it anymore
      </Button>
    );
  }
  return (
    <Banner
      tone="bad"
      role="alert"
      title="Delete your data on this device?"
      actions={
        <>
          <Button look="danger" onClick={() => void erase()}>
            Erase and start clean
          </Button>
          <Button look="quiet" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </>
      }
    >
      Drafts and unsent messages on this device are deleted and can’t be recovered. What was already sent
      stays with the service.{problem ? ` Not erased: ${problem}.` : ""}
    </Banner>
  );
}

export interface SecretFormProps {
  userName: string;
  ask: Ask;
  submitLabel?: string;
  onLeave: () => void;
}

const labels: Record<Exclude<Ask, "provider" | "passkey">, string> = {
  password: "Password",
  "own-password": "Password",
  "old-password": "Old password",
  passphrase: "Passphrase",
};

/** Secrets needed only to open the workspace: there is a way out without them. */
const mayBeForgotten: ReadonlySet<Ask> = new Set(["old-password", "passphrase", "own-password", "passkey"]);

export function SecretForm({ userName, ask, submitLabel = "Sign in", onLeave }: SecretFormProps) {
  const { providers, passkeys } = useServiceConfig().signIn;
  const keeper = useKeeper();
  const { signInByPasskey } = useSignInActions();
  const isNew = ask === "password" || ask === "provider";
  return (
    <div className="stack">
      <div className={styles.user}>
        <UserIcon />
        {userName}
      </div>
      <SecondStepSlot>
        {ask === "provider" ? (
          <ProviderButtons providers={providers} continueTo={location.pathname} isInPopup />
        ) : ask === "passkey" ? (
          <PasskeySlot look="primary" label="Use your passkey" go={() => openByPasskey(keeper)} />
        ) : (
          <GiveForm key={ask} userName={userName} ask={ask} submitLabel={submitLabel} />
        )}
        {isNew && passkeys ? (
          <PasskeySlot
            look={ask === "provider" ? "primary" : "quiet"}
            label="Use a passkey"
            go={() => signInByPasskey({ rememberMe: false })}
          />
        ) : null}
      </SecondStepSlot>
      {mayBeForgotten.has(ask) ? <StartClean /> : null}
      <Button look="quiet" onClick={onLeave}>
        Not {userName}? Use another account
      </Button>
    </div>
  );
}

async function openByPasskey(keeper: SessionKeeper): Promise<void> {
  const { askWorkspaceSecret } = await import("#room/features/sign-in/second-step/passkey.ts");
  await keeper.givePasskey(await askWorkspaceSecret()).catch((error: unknown) => {
    throw isWrongSecret(error)
      ? new Error("This passkey doesn’t open your data on this device. Use the one you signed in with here.")
      : error;
  });
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
  const [problem, setProblem] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const label = labels[ask];

  /** Of the field itself, as at sign-in: a password manager may fill it without events. Everybody loads this, and no form library. */
  const submit = async (password: HTMLInputElement) => {
    setProblem(undefined);
    setMissing(password.value === "");
    if (password.value === "") return password.focus();
    setBusy(true);
    try {
      await keeper.give(password.value);
    } catch (error) {
      setProblem(wordsOf(error));
      password.value = "";
      password.focus();
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (field.current && !isBusy) void submit(field.current);
  };
  return (
    <form noValidate className="stack" method="post" onSubmit={onSubmit}>
      <KnownUserName userName={userName} />
      {ask === "old-password" ? (
        <Banner tone="warn" role="status" title="Your password was changed">
          You are signed in. Your data on this device still opens with your old password, so please enter it
          once.
        </Banner>
      ) : null}
      {ask === "own-password" ? (
        <p className="lead">
          You are signed in with your passkey. Enter your password once, so that the passkey can open your
          data on this device from now on, if it supports that.
        </p>
      ) : null}
      <PasswordField
        ref={field}
        label={label}
        error={isMissing ? `Enter your ${label.toLowerCase()}.` : undefined}
        onChange={() => setMissing(false)}
      />
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
  if (isWrongSecret(error)) return "That doesn’t open your data on this device. Try again.";
  if (error instanceof OperationRefused && error.status === 401) return "Wrong password. Try again.";
  return failureLine(error);
}
