import { OperationRefused } from "#room/api/failures.ts";
import { passkeyFault } from "./passkey.ts";

/** A wrong code or password, or a canceled passkey: the user tries again, and support has nothing to look into. */
export function isUserFault(error: unknown): boolean {
  if (passkeyFault(error) !== undefined) return true;
  return error instanceof OperationRefused && (error.code === "WrongProof" || error.status === 429);
}
