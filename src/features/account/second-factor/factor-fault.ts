import { failureLine } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { passkeyFault } from "#room/features/sign-in/second-step/passkey.ts";

export function factorFault(error: unknown): string {
  const ofPasskey = passkeyFault(error);
  if (ofPasskey !== undefined) return ofPasskey;
  if (error instanceof OperationRefused && error.code === "WrongProof")
    return "That isn’t the current code. Wait for the next one, and check that the phone’s clock is right.";
  // Its own message says what to do.
  if (error instanceof OperationRefused && error.code !== "TooManyRequests") return error.message;
  return failureLine(error);
}
