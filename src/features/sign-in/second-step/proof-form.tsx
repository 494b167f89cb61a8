import { useEffect, useRef, type FormEvent } from "react";
import type { FactorWay } from "#room/contract/schemas/factor.ts";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "#room/features/sign-in/sign-in.module.css";
import { type Proof, type ProofParts, useProof } from "./use-proof.ts";

export interface ProofFormProps extends ProofParts {
  /** What the main button says: "Sign in". */
  readonly label: string;
  readonly onCancel: () => void;
  readonly cancelLabel: string;
  /** Leads to a new sign-in, where nothing else proves who it is. */
  readonly onSignIn?: () => void;
}

const otherWords: Readonly<Record<FactorWay, string>> = {
  passkey: "Use a passkey",
  totp: "Use the authenticator app",
  recovery: "Use a recovery code",
  password: "Use the password",
  "sign-in": "Sign in again",
};

/** Asks for one proof: a code, a passkey, a recovery code, the password. */
export function ProofForm({ label, onCancel, cancelLabel, onSignIn, ...parts }: ProofFormProps) {
  const { way, others, isBusy, problem, isReady, prove, choose, begin } = useProof(parts);
  const form = useRef<HTMLFormElement>(null);
  const toField = () => form.current?.querySelector("input")?.focus();
  const giveProof = (proof: Proof | "passkey") => void prove(proof).then(toField);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(
      new FormData(event.currentTarget).get(way === "password" ? "password" : "proof") ?? "",
    );
    if (way === "passkey") giveProof("passkey");
    else if (way === "sign-in") onSignIn?.();
    else if (way === "totp") giveProof({ code: typed });
    else if (way === "recovery") giveProof({ recoveryCode: typed });
    else if (way === "password") giveProof({ password: typed });
    else void begin();
    form.current?.reset();
  };
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={submit}>
      {isReady || problem ? null : <Spinner />}
      {way === undefined ? null : <Field key={way} way={way} />}
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
      <Button type="submit" look="primary" size="large" isBusy={isBusy}>
        {way === "passkey"
          ? "Use your passkey"
          : way === undefined
            ? "Try again"
            : way === "sign-in"
              ? "Sign in again"
              : label}
      </Button>
      {others.map((other) => (
        <Button key={other} look="quiet" onClick={() => choose(other)}>
          {otherWords[other]}
        </Button>
      ))}
      <Button look="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </form>
  );
}

function Field({ way }: { readonly way: FactorWay }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  if (way === "passkey")
    return <p>Confirm with your passkey: your fingerprint, face, PIN or security key.</p>;
  if (way === "sign-in")
    return <p>Sign in again the way you did before, to confirm it’s you. This page stays as it is.</p>;
  if (way === "password") return <PasswordField ref={field} />;
  const isCode = way === "totp";
  return (
    <TextField
      ref={field}
      label={isCode ? "Code from your authenticator app" : "Recovery code"}
      hint={isCode ? "Six digits, new every half minute." : "One of the ten that you saved. Each works once."}
      name="proof"
      inputMode={isCode ? "numeric" : "text"}
      autoComplete={isCode ? "one-time-code" : "off"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      size="large"
    />
  );
}
