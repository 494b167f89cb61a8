import { OperationRefused } from "./failures.ts";

/** Asks the user to prove their identity; false if they decline. Provided by the app frame. */
type Prover = () => Promise<boolean>;

let prover: Prover | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the dialog that asks; returns a function that removes it. */
export function onProofAsked(ask: Prover): () => void {
  prover = ask;
  return () => {
    if (prover === ask) prover = undefined;
  };
}

/** The service wants proof of identity before it does this. Nothing was done. */
export function isProofAsked(error: unknown): boolean {
  return error instanceof OperationRefused && error.code === "ProveAgain";
}

/** One dialog for all calls waiting for it. */
export async function isProvenAgain(): Promise<boolean> {
  if (!prover) return false;
  asking ??= prover().finally(() => (asking = undefined));
  return asking;
}
