import { OperationRefused } from "./failures.ts";

/** Asks whoever is there to prove who they are; false: they would not. The frame gives it. */
type Prover = () => Promise<boolean>;

let prover: Prover | undefined;
let asking: Promise<boolean> | undefined;

/** Gives the dialog that asks; the answer takes it away again. */
export function onProofAsked(ask: Prover): () => void {
  prover = ask;
  return () => {
    if (prover === ask) prover = undefined;
  };
}

/** The service wants to know again who it is before it does this. Nothing was done. */
export function isProofAsked(error: unknown): boolean {
  return error instanceof OperationRefused && error.code === "ProveAgain";
}

/** One question for all calls that wait for it. */
export async function isProvenAgain(): Promise<boolean> {
  if (!prover) return false;
  asking ??= prover().finally(() => (asking = undefined));
  return asking;
}
