import { useState } from "react";
import { failureLine } from "#room/api/describe-failure.ts";
import { CallFailure, OperationRefused } from "#room/api/failures.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";

export interface PasskeyButtonProps {
  readonly label: string;
  readonly look?: "primary" | "quiet";
  /** Throws what the browser or the service refused. */
  readonly go: () => Promise<void>;
}

async function wordsOf(error: unknown): Promise<string> {
  const { passkeyFault } = await import("./passkey.ts");
  const ofPasskey = passkeyFault(error);
  if (ofPasskey !== undefined) return ofPasskey;
  if (error instanceof OperationRefused && error.code === "WrongProof")
    return "This passkey isn’t set up here. Sign in with your password, then add it on your account page.";
  const isOwn = error instanceof Error && !(error instanceof CallFailure);
  if (error instanceof OperationRefused || isOwn) return error.message;
  return failureLine(error);
}

export function PasskeyButton({ label, look = "quiet", go }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await go();
    } catch (error) {
      setProblem(await wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look={look} size="large" isBusy={isBusy} onClick={() => void press()}>
        {label}
      </Button>
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
    </>
  );
}
