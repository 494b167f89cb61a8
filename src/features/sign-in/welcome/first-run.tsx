import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callOperation } from "#room/api/call-operation.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { newPassword } from "#room/features/forms/new-password.ts";
import { showAtField } from "#room/features/forms/show-at-field.ts";
import { submitFilled } from "#room/features/forms/submit-filled.ts";
import { PasswordField } from "#room/features/sign-in/password-field.tsx";
import { useSignInActions } from "#room/features/sign-in/sign-in-context.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { asTyped, TextArea, TextField } from "#room/ui/text-field.tsx";
import { LookAround } from "./look-around.tsx";

const empty = { clinicName: "", practices: "", userName: "", displayName: "", address: "", password: "" };
type Values = typeof empty;

const formOf = (least: number) =>
  z.object({
    clinicName: z.string().check(z.minLength(1, "Enter the clinic’s name."), atMost(200)),
    practices: z.string(),
    userName: z.string().check(z.minLength(1, "Enter a user name. You sign in with it."), atMost(100)),
    displayName: z.string().check(atMost(200)),
    address: z.string(),
    password: newPassword(least),
  });

/** There are no users yet: creates the first administrator and names the clinic. */
export function FirstRun({ secret, least }: { readonly secret: string; readonly least: number }) {
  const { signIn } = useSignInActions();
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState<"signed-in" | "set-up">();
  const form = useForm<Values>({ defaultValues: empty, resolver: formResolver(formOf(least)) });
  const { setFocus } = form;
  useEffect(() => setFocus("clinicName"), [setFocus]);
  const submit = submitFilled(form, async ({ practices, ...values }) => {
    setFailure(undefined);
    const names = practices.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
    const { password } = values;
    let userName: string;
    try {
      ({ userName } = await callOperation("setUpClinic", { secret, ...values, practices: names }));
    } catch (error) {
      if (!showAtField(error, form, keysOf(empty))) setFailure(error);
      return;
    }
    await signIn({ userName, password, rememberMe: false, way: "credentials" }).then(
      () => setDone("signed-in"),
      () => setDone("set-up"),
    );
  });
  if (done) return <Done isSignedIn={done === "signed-in"} />;
  const { register, formState } = form;
  const { errors } = formState;
  const field = (name: keyof Values) => ({ error: errors[name]?.message, ...register(name) });
  return (
    <form noValidate className="stack" method="post" onSubmit={submit}>
      <LookAround secret={secret} />
      <p>
        Nobody can sign in here yet. You become the first administrator, and can add everybody else under
        People.
      </p>
      <h2>The clinic</h2>
      <TextField label="Clinic’s name" autoComplete="organization" {...field("clinicName")} />
      <TextArea
        label="Practices"
        hint="One name per line. You can do this later: Directory also lists the practices found in visits."
        rows={3}
        {...field("practices")}
      />
      <h2>You</h2>
      <TextField label="Your name" autoComplete="name" {...field("displayName")} />
      <TextField
        label="User name"
        hint="You sign in with it. It can’t be changed later."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field("userName")}
      />
      <TextField
        label="Your Direct address, if you have one"
        placeholder="name@direct.example"
        {...asTyped}
        {...field("address")}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${least} characters. A few words that don’t belong together work well.`}
        {...field("password")}
      />
      <Failed error={failure} />
      <Button type="submit" look="primary" size="large" isBusy={formState.isSubmitting}>
        Set up
      </Button>
    </form>
  );
}

function Done({ isSignedIn }: { readonly isSignedIn: boolean }) {
  if (!isSignedIn)
    return (
      <>
        <Banner tone="ok" role="status" title="Your clinic is set up">
          Sign in with the password you chose. The setup link has been used and won’t work again.
        </Banner>
        <Link to="/sign-in" replace className={buttonClass("primary", "large")}>
          Sign in
        </Link>
      </>
    );
  return (
    <>
      <Banner tone="ok" role="status" title="Your clinic is set up, and you are signed in">
        The setup link has been used and won’t work again.
      </Banner>
      <p>
        A starter set of diagnosis and procedure codes is included. For real work, import the official files,
        which are free, and add the people you work with.
      </p>
      <Link to="/diagnosis" search={{ tab: "sets" }} replace className={buttonClass("primary", "large")}>
        Import code sets
      </Link>
      <Link to="/admin/people" replace className={buttonClass("plain", "large")}>
        Add people
      </Link>
      <Link to="/visits" replace className={buttonClass("quiet", "large")}>
        Go to visits
      </Link>
    </>
  );
}
