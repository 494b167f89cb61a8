import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useMemo } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { encode } from "uqr";
import { operationMutation } from "#room/api/operation-query.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { submitFilled } from "#room/features/forms/submit-filled.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { factorFault } from "./factor-fault.ts";
import styles from "./second-factor.module.css";

/** The authenticator app's QR code, drawn locally: its content is not sent anywhere. Dark on light in either theme, as cameras expect. */
function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 4 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: squares.join("") };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const codeForm = z.object({
  code: z.string().check(z.trim(), z.minLength(1, "Enter the code from the app.")),
});

interface SetUpAppProps {
  /** It is active. The codes are empty if the user already has some. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/**
 * Sets up an authenticator app: its secret as a QR code and as text, and the first code, which proves that it works.
 */
export function SetUpApp({ onDone }: SetUpAppProps) {
  const begin = useMutation(operationMutation("addFactor"));
  const confirm = useMutation(operationMutation("confirmFactor"));
  const isBegun = useRef(false);
  const form = useForm({ defaultValues: { code: "" }, resolver: formResolver(codeForm) });
  const { setError, setFocus } = form;
  const { mutate } = begin;
  const { secret, address } = begin.data ?? {};
  const isAsked = secret !== undefined;
  useEffect(() => {
    if (isAsked) setFocus("code");
  }, [isAsked, setFocus]);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate({ kind: "totp" });
  }, [mutate]);
  const submit = submitFilled(form, async ({ code }) => {
    try {
      const { recoveryCodes } = await confirm.mutateAsync({ code });
      onDone(recoveryCodes);
    } catch (error) {
      setError("code", { message: factorFault(error) });
      setFocus("code", { shouldSelect: true });
    }
  });
  if (begin.error) {
    const retry = <Button onClick={() => mutate({ kind: "totp" })}>Try again</Button>;
    return <Failed error={begin.error} actions={retry} />;
  }
  if (!secret || !address) return <Spinner />;
  return (
    <form noValidate className={`stack ${styles.steps}`} method="post" onSubmit={submit}>
      <p>
        1. In an authenticator app on your phone (Google or Microsoft Authenticator, 1Password, …), add an
        account and scan this:
      </p>
      <QrCode text={address} />
      <p>
        Can’t scan? Type this key instead:{" "}
        <code className={styles.secret}>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
      </p>
      <TextField
        label="2. Enter the code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...fieldOf(form, "code")}
      />
      <div className="row">
        <Button type="submit" look="primary" isBusy={form.formState.isSubmitting}>
          Turn it on
        </Button>
      </div>
    </form>
  );
}
