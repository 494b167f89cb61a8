import { useEffect, useRef } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import type { FactorWay } from "#room/contract/schemas/factor.ts";
import { submitFilled } from "#room/features/forms/submit-filled.ts";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { type Proof, type ProofParts, type ProofProblem, useProof } from "./use-proof.ts";

export interface ProofFormProps extends ProofParts {
  readonly label: string;
  readonly onCancel: () => void;
  readonly cancelLabel: string;
  /** Leads to a new sign-in, when there is no other way to prove one's identity. */
  readonly onSignIn?: () => void;
}

const otherWords: Readonly<Record<FactorWay, string>> = {
  passkey: "Use a passkey",
  totp: "Use the authenticator app",
  recovery: "Use a recovery code",
  password: "Use the password",
  "sign-in": "Sign in again",
};

/** Asks for one proof: a code, a passkey, a recovery code, or the password. */
export function ProofForm({ label, onCancel, cancelLabel, onSignIn, ...parts }: ProofFormProps) {
  const { way, others, isBusy, problem, isReady, prove, choose, begin } = useProof(parts);
  const onProof = (typed: string) => {
    if (way === undefined) return begin();
    if (way === "sign-in") return onSignIn?.();
    return prove(proofOf(way, typed));
  };
  return (
    <div className="stack">
      {isReady || problem ? null : <Spinner />}
      {/* Each way has its own form: input for one is no proof for another. */}
      <OneProof key={way} way={way} label={label} isBusy={isBusy} problem={problem} onProof={onProof} />
      {others.map((other) => (
        <Button key={other} look="quiet" onClick={() => choose(other)}>
          {otherWords[other]}
        </Button>
      ))}
      <Button look="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  );
}

function proofOf(way: Exclude<FactorWay, "sign-in">, typed: string): Proof | "passkey" {
  if (way === "passkey") return way;
  if (way === "totp") return { code: typed };
  return way === "recovery" ? { recoveryCode: typed } : { password: typed };
}

interface OneProofProps {
  readonly way: FactorWay | undefined;
  readonly label: string;
  readonly isBusy: boolean;
  readonly problem: ProofProblem | undefined;
  readonly onProof: (typed: string) => Promise<void> | void;
}

/** The field of one way, if it has one, and the button. */
function OneProof({ way, label, isBusy, problem, onProof }: OneProofProps) {
  const form = useForm({ defaultValues: { password: "", proof: "" } });
  const { setFocus, setValue } = form;
  const name = fieldOf(way);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (name) setFocus(name);
    else if (way !== undefined) place.current?.querySelector("button")?.focus();
  }, [name, way, setFocus]);
  const submit = submitFilled(form, async (typed) => {
    await onProof(name ? typed[name] : "");
    if (!name) return;
    setValue(name, "");
    setFocus(name);
  });
  return (
    <form ref={place} noValidate className="stack" method="post" onSubmit={submit}>
      <Field form={form} way={way} />
      {problem ? (
        <Banner tone="bad" role="alert" isFailure={problem.isFailure}>
          {problem.words}
        </Banner>
      ) : null}
      <Button type="submit" look="primary" size="large" isBusy={isBusy}>
        {(way === undefined ? "Try again" : actionWords[way]) ?? label}
      </Button>
    </form>
  );
}

const actionWords: Partial<Record<FactorWay, string>> = {
  passkey: "Use your passkey",
  "sign-in": "Sign in again",
};

/** The field name: password managers recognize a password by its name. */
function fieldOf(way: FactorWay | undefined): keyof ProofValues | undefined {
  if (way === "password") return way;
  return way === "totp" || way === "recovery" ? "proof" : undefined;
}

interface ProofValues {
  password: string;
  proof: string;
}

interface FieldProps {
  readonly form: UseFormReturn<ProofValues>;
  readonly way: FactorWay | undefined;
}

function Field({ form, way }: FieldProps) {
  const { register } = form;
  const { errors } = form.formState;
  if (way === undefined) return null;
  if (way === "passkey")
    return <p>Confirm with your passkey: your fingerprint, face, PIN or security key.</p>;
  if (way === "sign-in")
    return <p>Sign in again the way you did before, to confirm it’s you. This page stays as it is.</p>;
  if (way === "password")
    return (
      <PasswordField
        error={errors.password?.message}
        {...register("password", { required: "Enter your password." })}
      />
    );
  const isCode = way === "totp";
  return (
    <TextField
      label={isCode ? "Code from your authenticator app" : "Recovery code"}
      hint={
        isCode
          ? "Six digits that change every 30 seconds."
          : "One of the ten that you saved. Each works once."
      }
      inputMode={isCode ? "numeric" : "text"}
      autoComplete={isCode ? "one-time-code" : "off"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      size="large"
      error={errors.proof?.message}
      {...register("proof", { required: isCode ? "Enter the code." : "Enter a recovery code." })}
    />
  );
}
