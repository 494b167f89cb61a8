import { isRecord, ownValue } from "#room/billing/json-record.ts";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { loadCode } from "#room/api/load-code.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { isMissingOperation, OperationRefused } from "#room/api/failures.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Brand } from "#room/ui/brand.tsx";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { classNames } from "#room/ui/class-names.ts";
import { Spinner } from "#room/ui/spinner.tsx";
import styles from "#room/features/sign-in/sign-in.module.css";
import { PersonWelcome } from "./person-welcome.tsx";

const FirstRun = lazy(async () => ({ default: (await loadCode(() => import("./first-run.tsx"))).FirstRun }));

type State =
  | { readonly at: "asking" }
  | { readonly at: "failed"; readonly error: unknown }
  | { readonly at: "known"; readonly welcome: ResponseOf<"readWelcome"> };

/** The secret is in the fragment, which browsers do not send; after `hideSecret` in the state of the history's entry. */
function secretHere(): string {
  if (location.hash !== "") return location.hash.slice(1, 200);
  const state: unknown = history.state;
  const secret: unknown = isRecord(state) ? state["welcome"] : undefined;
  return typeof secret === "string" ? secret : "";
}

/** Takes the secret out of the address, where others see it and the browser keeps it; a reload still finds it. */
function hideSecret(): void {
  const state: unknown = history.state;
  if (location.hash === "") return;
  history.replaceState({ ...(isRecord(state) ? state : {}), welcome: secretHere() }, "", location.pathname);
}

export function WelcomePage() {
  const [secret, setSecret] = useState(secretHere);
  const [attempt, setAttempt] = useState(0);
  // Pasting another link into the address bar does not reload the page.
  useEffect(() => {
    const read = () => {
      setSecret(secretHere());
      hideSecret();
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return (
    <main className="lone">
      <Looked
        key={`${attempt} ${secret}`}
        secret={secret}
        onTryAgain={() => setAttempt((number) => number + 1)}
      />
    </main>
  );
}

function Looked({ secret, onTryAgain }: { readonly secret: string; readonly onTryAgain: () => void }) {
  const [state, setState] = useState<State>(
    secret === "" ? { at: "failed", error: undefined } : { at: "asking" },
  );
  useEffect(() => {
    if (secret === "") return;
    callOperation("readWelcome", { secret }).then(
      (welcome) => setState({ at: "known", welcome }),
      (error: unknown) => setState({ at: "failed", error }),
    );
  }, [secret]);
  const isSetUp = state.at === "known" && state.welcome.kind === "first-run";
  return (
    <div className={classNames("lone-card", isSetUp && styles.wide)}>
      <div className="stack">
        <Brand />
        <h1 tabIndex={-1} data-page-heading="">
          {isSetUp ? "Set up your clinic" : "Welcome"}
        </h1>
      </div>
      {state.at === "asking" ? (
        <p role="status">
          <Spinner /> Checking your link…
        </p>
      ) : null}
      {state.at === "failed" ? <LinkProblem error={state.error} onTryAgain={onTryAgain} /> : null}
      {state.at !== "known" ? null : state.welcome.kind === "first-run" ? (
        <Suspense fallback={<Spinner />}>
          <FirstRun secret={secret} least={state.welcome.minPassword} />
        </Suspense>
      ) : (
        <PersonWelcome secret={secret} welcome={state.welcome} />
      )}
    </div>
  );
}

function LinkProblem({ error, onTryAgain }: { readonly error: unknown; readonly onTryAgain: () => void }) {
  const { title, advice } = wordsOf(error);
  const isRefused = error === undefined || (error instanceof OperationRefused && error.status < 429);
  return (
    <>
      <Banner tone="warn" role="alert" title={title}>
        {advice}
      </Banner>
      {isRefused ? null : <Button onClick={onTryAgain}>Try again</Button>}
      <Link to="/sign-in" className={buttonClass("quiet", "large")}>
        Go to sign-in
      </Link>
    </>
  );
}

function wordsOf(error: unknown): { title: string; advice: string } {
  if (error === undefined)
    return {
      title: "The link is incomplete",
      advice: "Open it again exactly as you got it, including everything after the # sign.",
    };
  if (isMissingOperation(error) && !(error instanceof OperationRefused && error.code === "LinkUnknown"))
    return { title: "This service has no such links", advice: "Ask your administrator how to sign in." };
  const { title, detail, advice } = describeFailure(error);
  if (error instanceof OperationRefused && error.code.startsWith("Link"))
    return { title: ownValue(linkTitles, error.code) ?? "This link can’t be used", advice: error.message };
  return { title, advice: [detail, advice].filter(Boolean).join(" ") };
}

const linkTitles: Readonly<Record<string, string>> = {
  LinkUnknown: "This link isn’t known",
  LinkUsed: "This link has already been used",
  LinkExpired: "This link has expired",
};
