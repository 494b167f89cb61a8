import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callOperation } from "#room/api/call-operation.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { newPassword } from "#room/features/forms/new-password.ts";
import { showAtField } from "#room/features/forms/show-at-field.ts";
import { submitFilled } from "#room/features/forms/submit-filled.ts";
import { KnownUserName } from "#room/features/sign-in/known-user-name.tsx";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { useSignInActions } from "#room/features/sign-in/sign-in-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";

interface PersonWelcomeProps {
  readonly secret: string;
  readonly welcome: ResponseOf<"readWelcome">;
}

export function PersonWelcome({ secret, welcome }: PersonWelcomeProps) {
  const { userName = "", displayName, hasPassword, minPassword: least } = welcome;
  const navigate = useNavigate();
  const { signIn } = useSignInActions();
  const [failure, setFailure] = useState<unknown>();
  const [isSet, setIsSet] = useState(false);
  const form = useForm({
    defaultValues: { password: "" },
    resolver: formResolver(z.object({ password: newPassword(least) })),
  });
  const { setFocus } = form;
  useEffect(() => setFocus("password"), [setFocus]);
  const submit = submitFilled(form, async ({ password }) => {
    setFailure(undefined);
    try {
      await callOperation("acceptWelcome", { secret, password });
    } catch (error) {
      if (!showAtField(error, form, ["password"])) setFailure(error);
      return;
    }
    try {
      await signIn({ userName: userName ?? "", password, rememberMe: false, way: "credentials" });
      await navigate({ to: "/visits", replace: true });
    } catch {
      // A second factor or the network: the sign-in page says more.
      setIsSet(true);
    }
  });
  if (isSet)
    return (
      <>
        <Banner tone="ok" role="status" title="Your password is set">
          You can sign in with it now. The link won’t work again.
        </Banner>
        <Link to="/sign-in" replace className={buttonClass("primary", "large")}>
          Sign in
        </Link>
      </>
    );
  return (
    <form noValidate className="stack" method="post" onSubmit={submit}>
      <p>
        {hasPassword ? "Set a new password for " : "Set your password for "}
        <strong>{displayName ? `${displayName} (${userName ?? ""})` : userName}</strong>.
        {hasPassword ? " The old one stops working, and other sessions end." : null}
      </p>
      <KnownUserName userName={userName ?? ""} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${least} characters. A few words that don’t belong together work well.`}
        {...fieldOf(form, "password")}
      />
      <Failed error={failure} />
      <Button type="submit" look="primary" size="large" isBusy={form.formState.isSubmitting}>
        Set password and sign in
      </Button>
    </form>
  );
}
