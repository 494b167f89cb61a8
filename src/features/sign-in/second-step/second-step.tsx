import { useCallback } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { proveSecondFactor } from "#room/api/session.ts";
import { type FactorPrompt, WentBack } from "./factor-prompt.ts";
import { ProofForm } from "./proof-form.tsx";

const ask = () => callOperation("beginSecondFactor", {});

/** The second step of a sign-in. Loaded only when needed. */
export function SecondStep({ prompt }: { readonly prompt: FactorPrompt }) {
  const onOver = useCallback((error: Error) => prompt.fail(error), [prompt]);
  return (
    <ProofForm
      ask={ask}
      give={async (proof) => prompt.done(await proveSecondFactor(proof))}
      onOver={onOver}
      label="Sign in"
      cancelLabel="Back"
      onCancel={() => prompt.fail(new WentBack())}
    />
  );
}
