import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, type FormEvent } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { factorFault } from "./factor-fault.ts";
import { QrCode } from "./qr-code.tsx";
import styles from "./second-factor.module.css";

interface SetUpAppProps {
  /** It holds. The codes are empty where the person has some already. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** An authenticator app: its secret as a picture and as text, and the first code, which proves that it works. */
export function SetUpApp({ onDone }: SetUpAppProps) {
  const begin = useMutation(operationMutation("addFactor"));
  const confirm = useMutation(operationMutation("confirmFactor"));
  const isBegun = useRef(false);
  const code = useRef<HTMLInputElement>(null);
  const { mutate } = begin;
  const { secret, address } = begin.data ?? {};
  const isAsked = secret !== undefined;
  useEffect(() => {
    if (isAsked) code.current?.focus();
  }, [isAsked]);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate({ kind: "totp" });
  }, [mutate]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("code") ?? "");
    confirm.mutate(
      { code: typed },
      {
        onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
        onError: () => {
          code.current?.select();
          code.current?.focus();
        },
      },
    );
  };
  if (begin.error) {
    const { title, detail, advice, requestId } = describeFailure(begin.error);
    return (
      <Banner
        tone="bad"
        role="alert"
        title={title}
        requestId={requestId}
        actions={<Button onClick={() => mutate({ kind: "totp" })}>Try again</Button>}
      >
        {[detail, advice].filter(Boolean).join(" ")}
      </Banner>
    );
  }
  if (!secret || !address) return <Spinner />;
  return (
    <form className={styles.steps} method="post" onSubmit={submit}>
      <p>
        1. In an authenticator app on your phone (Google or Microsoft Authenticator, 1Password, …), add an
        account and scan this:
      </p>
      <QrCode text={address} label="QR code for your authenticator app" />
      <p>
        Can’t scan? Type this key instead:{" "}
        <code className={styles.secret}>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
      </p>
      <TextField
        ref={code}
        label="2. Enter the code that the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={confirm.error ? factorFault(confirm.error) : undefined}
      />
      <div className={styles.row}>
        <Button type="submit" look="primary" isBusy={confirm.isPending}>
          Turn it on
        </Button>
      </div>
    </form>
  );
}
