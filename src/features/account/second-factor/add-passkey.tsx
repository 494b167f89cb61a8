import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callOperation } from "#room/api/call-operation.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { makePasskey } from "#room/features/sign-in/second-step/passkey.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { factorFault } from "./factor-fault.ts";
import { isUserFault } from "#room/features/sign-in/second-step/proof-fault.ts";
import styles from "./second-factor.module.css";

const passkeyForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Give the passkey a name."), atMost(60)),
});

async function add(name: string): Promise<readonly string[]> {
  const { passkey: question } = await callOperation("addFactor", { kind: "passkey" });
  const passkey = await makePasskey(question ?? {});
  return (await callOperation("confirmFactor", { passkey, name })).recoveryCodes;
}

/** A passkey: on this device, in a password manager, or a security key. */
export function AddPasskey({ onDone }: { readonly onDone: (recoveryCodes: readonly string[]) => void }) {
  const adding = useMutation({ mutationFn: add, onSuccess: onDone, retry: false });
  const form = useForm({ defaultValues: { name: "" }, resolver: formResolver(passkeyForm) });
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const submit = form.handleSubmit(({ name }) => adding.mutate(name));
  return (
    <form
      className={`stack ${styles.steps}`}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p>
        A passkey is your fingerprint, face or PIN on this device, a password manager, or a security key. It
        also signs you in by itself, without a password, and can’t be used on a fake copy of this site.
      </p>
      <TextField
        label="Name"
        hint="To tell it from others: “Desk computer”, “Blue key”."
        required
        autoComplete="off"
        {...fieldOf(form, "name")}
      />
      {adding.error ? (
        <Banner tone="bad" role="alert" isFailure={!isUserFault(adding.error)}>
          {factorFault(adding.error)}
        </Banner>
      ) : null}
      <div className="row">
        <Button type="submit" look="primary" isBusy={adding.isPending}>
          Add the passkey
        </Button>
      </div>
    </form>
  );
}
