import { callOperation } from "#room/api/call-operation.ts";
import { proveSecondFactor } from "#room/api/session.ts";
import { type FactorPrompt, WentBack } from "./factor-prompt.ts";
import { ProofForm } from "./proof-form.tsx";

/** The second step of a sign-in. Loaded only when needed. */
export function SecondStep({ prompt }: { readonly prompt: FactorPrompt }) {
  return (
    <ProofForm
      ask={() => callOperation("beginSecondFactor", {})}
      give={async (proof) => prompt.done(await proveSecondFactor(proof))}
      onOver={prompt.fail}
      label="Sign in"
      cancelLabel="Back"
      onCancel={() => prompt.fail(new WentBack())}
    />
  );
}
