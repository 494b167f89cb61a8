import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { failureLine } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Brand } from "#room/ui/brand.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { Spinner } from "#room/ui/spinner.tsx";
import { safeContinue } from "./safe-continue.ts";
import { SecondStepSlot } from "./second-step/second-step-slot.tsx";
import { NotLinked, useSignInActions } from "./sign-in-context.ts";

interface Problem {
  words: string;
  /** The provider whose account can be linked. */
  link?: string;
}

const route = getRouteApi("/sign-in/callback");
type CallbackSearch = ReturnType<typeof route.useSearch>;

export function SignInCallbackPage() {
  const search = route.useSearch();
  const problem = useFinish(search);
  return (
    <main className="lone">
      <div className="lone-card">
        <Brand />
        <h1 tabIndex={-1} data-page-heading="">
          Signing in
        </h1>
        {problem ? (
          <>
            <Banner tone="bad" role="alert" title="You are not signed in">
              {problem.words}
            </Banner>
            {problem.link === undefined ? null : (
              <Link to="/sign-in" search={{ link: problem.link }} className={buttonClass("primary", "large")}>
                Link it with my password
              </Link>
            )}
            <Link to="/sign-in" className={buttonClass(problem.link ? "quiet" : "primary", "large")}>
              Back to sign-in
            </Link>
          </>
        ) : (
          <SecondStepSlot>
            <p role="status">
              <Spinner /> One moment.
            </p>
          </SecondStepSlot>
        )}
      </div>
    </main>
  );
}

/** Submits the provider's answer once and continues; returns the problem if there is one. */
function useFinish({ state, code, error }: CallbackSearch): Problem | undefined {
  const navigate = useNavigate();
  const { finishWithProvider } = useSignInActions();
  const [failed, setFailed] = useState<Problem>();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || error || !state || !code) return;
    isBegun.current = true;
    finishWithProvider({ state, code }).then(
      // `replace` removes the code and state from the browser's history.
      ({ continueTo, isInPopup }) => {
        if (isInPopup) return window.close();
        return navigate({ to: safeContinue(continueTo), replace: true });
      },
      (failure: unknown) => setFailed(problemOf(failure)),
    );
  }, [code, error, finishWithProvider, navigate, state]);
  if (error === "access_denied") return { words: "Sign-in was canceled or not allowed." };
  if (error || !state || !code)
    return { words: "The provider’s answer was incomplete. Start again from the sign-in page." };
  return failed;
}

function problemOf(failure: unknown): Problem {
  if (failure instanceof NotLinked) return { words: failure.message, link: failure.provider };
  return { words: failureLine(failure) };
}
