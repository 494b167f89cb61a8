import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { operationMutation } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { newPassword } from "#room/features/forms/new-password.ts";
import { showAtField } from "#room/features/forms/show-at-field.ts";
import { submitFilled } from "#room/features/forms/submit-filled.ts";
import { KnownUserName } from "#room/features/sign-in/known-user-name.tsx";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import { Button } from "#room/ui/button.tsx";
import { AccountSection } from "./account-section.tsx";
import styles from "./account.module.css";
import { endedWords } from "./session-words.ts";

const empty = { oldPassword: "", newPassword: "" };

function passwordForm(least: number) {
  return z.object({
    oldPassword: z.string().check(z.minLength(1, "Enter the password you have now.")),
    newPassword: newPassword(least),
  });
}

export function PasswordSection({ account }: { readonly account: ResponseOf<"getOwnAccount"> }) {
  if (!account.hasPassword)
    return (
      <AccountSection title="Password">
        <p className="lead">
          You sign in without a password here. Your administrator can give you a link to set one.
        </p>
      </AccountSection>
    );
  return (
    <AccountSection
      title="Password"
      lead={`At least ${account.minPassword} characters. No digits or symbols are required, and it never expires. A new password ends all your other sessions.`}
    >
      <PasswordForm userName={account.userName} least={account.minPassword} />
    </AccountSection>
  );
}

export function PasswordForm({ userName, least }: { readonly userName: string; readonly least: number }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const form = useForm({ defaultValues: empty, resolver: formResolver(passwordForm(least)) });
  const { errors } = form.formState;
  const change = useMutation(operationMutation("changePassword"));
  const [ended, setEnded] = useState<number>();
  const submit = submitFilled(form, async (values) => {
    setEnded(undefined);
    let answer: ResponseOf<"changePassword">;
    try {
      answer = await change.mutateAsync(values);
    } catch (error) {
      showAtField(error, form, ["oldPassword", "newPassword"]);
      return;
    }
    // If this fails, the next sign-in asks for the old password.
    await workspace.changePassword(values.oldPassword, values.newPassword).catch(() => undefined);
    form.reset(empty);
    // Shown only when everything is done, so that leaving the page leaves nothing unfinished.
    setEnded(answer.endedSessions);
    await client.invalidateQueries({ queryKey: ["getOwnAccount"] });
  });
  const isAtField = errors.oldPassword !== undefined || errors.newPassword !== undefined;
  return (
    <form noValidate className={`stack ${styles.form}`} method="post" onSubmit={submit}>
      <KnownUserName userName={userName} />
      <PasswordField label="Current password" {...fieldOf(form, "oldPassword")} />
      <PasswordField label="New password" autoComplete="new-password" {...fieldOf(form, "newPassword")} />
      <Outcome ended={ended} error={change.error && !isAtField ? change.error : undefined} />
      <Button type="submit" look="primary" isBusy={form.formState.isSubmitting}>
        Change password
      </Button>
    </form>
  );
}

function Outcome({ ended, error }: { readonly ended: number | undefined; readonly error: unknown }) {
  if (error) return <Failed error={error} />;
  if (ended === undefined) return null;
  return (
    <Banner tone="ok" role="status" title="Your password was changed">
      {endedWords(ended)}
    </Banner>
  );
}
