import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent, Suspense } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { OperationRefused, UnexpectedStatus } from "#room/api/failures.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { loadPart } from "#room/features/parts/load-part.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Brand } from "#room/ui/brand.tsx";
import { Button } from "#room/ui/button.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { safeContinue } from "./safe-continue.ts";
import { useSignInActions } from "./sign-in-context.ts";
import { WentBack } from "./second-step/factor-prompt.ts";
import { PasskeySlot } from "./second-step/passkey-slot.tsx";
import { SecondStepSlot } from "./second-step/second-step-slot.tsx";
import { recallHabit } from "./sign-in-habit.ts";
import { spokenWait, useThrottle } from "./use-throttle.ts";
import styles from "./sign-in.module.css";

interface Problem {
  title: string;
  detail?: ReactNode;
  requestId?: string | undefined;
}

const route = getRouteApi("/sign-in");

const ProviderButtons = loadPart(async () => (await import("./provider-buttons.tsx")).ProviderButtons);

export function SignInPage() {
  const search = route.useSearch();
  const continueTo = safeContinue(search.continue);
  const { signIn: ways, awaitsSetup = false } = useServiceConfig();
  const linked = ways.providers.find(({ name }) => name.toLowerCase() === search.link?.toLowerCase());
  return (
    <main className={`lone ${styles.page}`}>
      <div className="lone-card">
        <div className="stack">
          <Brand />
          <h1 tabIndex={-1} data-page-heading="">
            Sign in
          </h1>
        </div>
        <SecondStepSlot>
          {linked ? (
            <Banner tone="accent" title={`Link ${linked.label} to your user`}>
              Enter your user name and password once. {linked.label} then asks who you are, and signs you in
              here from now on.
            </Banner>
          ) : null}
          {search.ended === "signed-out" ? (
            <Banner tone="accent">
              You are signed out. Your drafts stay on this device, encrypted, until you come back.
            </Banner>
          ) : null}
          {search.ended === "unsent" ? (
            <Banner tone="warn" title="Not everything is confirmed as sent">
              You are signed out. The rest stays on this device, encrypted, and is sent once the same user
              signs in here again.
            </Banner>
          ) : null}
          {awaitsSetup ? (
            <Banner tone="accent" title="Setting up a new server?">
              Open the setup link that it printed when it started. If that is gone, restart it: it prints a
              new one.
            </Banner>
          ) : null}
          {ways.credentials || ways.digest || ways.providers.length === 0 ? (
            <PasswordForm continueTo={continueTo} linked={linked} />
          ) : null}
          {linked ? null : <ByPasskey continueTo={continueTo} />}
          {linked || ways.providers.length === 0 ? null : (
            <Suspense>
              <ProviderButtons providers={ways.providers} continueTo={continueTo} />
            </Suspense>
          )}
        </SecondStepSlot>
      </div>
      <SignInFoot />
    </main>
  );
}

function SignInFoot() {
  const { demo, version } = useServiceConfig();
  return (
    <footer className={styles.foot}>
      {demo ? "Demo with made-up data: sign in as casey or robin, password “try it out 1”. " : ""}
      {version ? `Version ${version}` : ""}
    </footer>
  );
}

function ByPasskey({ continueTo }: { continueTo: string }) {
  const navigate = useNavigate();
  const { signInByPasskey } = useSignInActions();
  const { signIn: ways } = useServiceConfig();
  if (!ways.passkeys) return null;
  const go = async () => {
    await signInByPasskey({ rememberMe: false });
    await navigate({ to: continueTo, replace: true });
  };
  return <PasskeySlot label="Sign in with a passkey" go={go} />;
}

interface PasswordFormProps {
  continueTo: string;
  linked: { name: string; label: string } | undefined;
}

/** What is typed, as the fields have it: a password manager may fill them without events. */
function typedIn(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    userName: text("userName"),
    password: text("password"),
    rememberMe: data.has("rememberMe"),
    digest: data.has("digest"),
  };
}

function missingOf({ userName, password }: ReturnType<typeof typedIn>) {
  return {
    userName: userName ? undefined : "Enter your user name.",
    password: password ? undefined : "Enter your password.",
  };
}

function PasswordForm({ continueTo, linked }: PasswordFormProps) {
  const navigate = useNavigate();
  const { signIn, beginWithProvider } = useSignInActions();
  const { signIn: ways } = useServiceConfig();
  const [problem, setProblem] = useState<Problem>();
  const element = useRef<HTMLFormElement>(null);
  const userName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const throttle = useThrottle(() => element.current?.requestSubmit());
  const [missing, setMissing] = useState<ReturnType<typeof missingOf>>();
  const [isSubmitting, setSubmitting] = useState(false);
  const [usesDigest] = useState(() => recallHabit().way === "digest");
  useEffect(() => userName.current?.focus(), []);

  const send = async (typed: ReturnType<typeof typedIn>) => {
    const isDigest = ways.digest && (typed.digest || !ways.credentials);
    setProblem(undefined);
    const proof = { userName: typed.userName.trim(), password: typed.password };
    try {
      if (linked) return await beginWithProvider(linked.name, { continueTo, isInPopup: false, proof });
      await signIn({
        ...proof,
        rememberMe: typed.rememberMe,
        way: isDigest ? "digest" : "credentials",
      });
      await navigate({ to: continueTo, replace: true });
    } catch (error) {
      setProblem(error instanceof WentBack ? undefined : await problemOf(error, isDigest));
      const isAnswered = error instanceof OperationRefused || error instanceof UnexpectedStatus;
      const retryAfterMs = isAnswered ? error.retryAfterMs : undefined;
      if (retryAfterMs) throttle.waitFor(retryAfterMs);
      password.current?.focus();
      password.current?.select();
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting) return;
    const typed = typedIn(event.currentTarget);
    const lacks = missingOf(typed);
    setMissing(lacks);
    if (lacks.userName) return userName.current?.focus();
    if (lacks.password) return password.current?.focus();
    if (throttle.secondsLeft > 0) return throttle.press();
    setSubmitting(true);
    void send(typed).finally(() => setSubmitting(false));
  };

  return (
    <form
      noValidate
      ref={element}
      className="stack"
      method="post"
      onSubmit={submit}
      onInput={(event) => missing && setMissing(missingOf(typedIn(event.currentTarget)))}
    >
      <TextField
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        size="large"
        name="userName"
        ref={userName}
        error={missing?.userName}
      />
      <PasswordField ref={password} error={missing?.password} />
      {ways.rememberMe && !linked ? (
        <div className={`row ${styles.remember}`}>
          <Checkbox label="Remember me" name="rememberMe" />
          <small>on this computer. Not on a shared one.</small>
        </div>
      ) : null}
      {ways.digest && ways.credentials && !linked ? (
        <Checkbox
          label="Sign in without sending the password (digest)"
          name="digest"
          defaultChecked={usesDigest}
        />
      ) : null}
      {problem ? (
        <Banner tone="bad" role="alert" title={problem.title} requestId={problem.requestId}>
          {problem.detail}
        </Banner>
      ) : null}
      <p role="status" className={`small ${styles.submission}`}>
        {submissionWords[throttle.submission]}
      </p>
      <Button type="submit" look="primary" size="large" isBusy={isSubmitting}>
        {isSubmitting
          ? "Signing in"
          : throttle.secondsLeft > 0
            ? `Wait ${spokenWait(throttle.secondsLeft)}`
            : linked
              ? `Continue with ${linked.label}`
              : "Sign in"}
      </Button>
    </form>
  );
}

const submissionWords = {
  none: "",
  "goes-on": "You will be signed in as soon as the wait is over.",
  "too-early": "Not yet: sign-in is still paused. The button counts down to when you can try again.",
} as const;

/** The same message whichever half was wrong, and whether or not the user exists. */
async function problemOf(error: unknown, isDigest: boolean): Promise<Problem> {
  if (error instanceof OperationRefused && error.status === 429)
    return {
      title: "Too many attempts to sign in",
      detail: await pauseWords(error.retryAfterMs ?? 0),
    };
  if (error instanceof OperationRefused && error.status === 401) {
    // The name is part of the digest as typed, so the service cannot ignore its case.
    const detail = isDigest
      ? "Check both and try again. With digest sign-in, the user name is case-sensitive."
      : "Check both and try again.";
    return { title: "Wrong user name or password", detail };
  }
  const { title, detail, advice, requestId } = describeFailure(error);
  return { title, detail: [detail, advice].filter(Boolean).join(" "), requestId };
}

async function pauseWords(waitMs: number): Promise<string> {
  if (waitMs > 0 && waitMs <= 60_000) return "Sign-in is paused for a few seconds.";
  const until = Date.now() + waitMs;
  // Loaded only when needed. Without it the message has less detail.
  const formats = waitMs > 0 ? await import("#room/ui/formats.ts").catch(() => undefined) : undefined;
  return `For safety, sign-in is paused for a while. Try again ${formats ? `at ${formats.formatTime(until)}` : "later"}.`;
}
