import { type ReactNode, lazy, Suspense } from "react";
import { loadCode } from "#room/api/load-code.ts";
import { Spinner } from "#room/ui/spinner.tsx";
import { useFactorPrompt } from "./factor-prompt.ts";

const SecondStep = lazy(async () => ({
  default: (await loadCode(() => import("./second-step.tsx"))).SecondStep,
}));

/** The first step, or the second one while a sign-in waits for it. The first stays mounted and continues afterwards. */
export function SecondStepSlot({ children }: { readonly children: ReactNode }) {
  const prompt = useFactorPrompt();
  return (
    <>
      <div className="stack" hidden={prompt !== undefined}>
        {children}
      </div>
      {prompt ? (
        <Suspense fallback={<Spinner />}>
          <SecondStep prompt={prompt} />
        </Suspense>
      ) : null}
    </>
  );
}
