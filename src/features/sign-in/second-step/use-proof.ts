import { useEffect, useEffectEvent, useRef, useState } from "react";
import { failureLine } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import type { FactorWay } from "#room/contract/schemas/factor.ts";
import { passkeyFault, type PasskeyQuestion, askPasskey } from "./passkey.ts";
import { isUserFault } from "./proof-fault.ts";

export interface ProofQuestion {
  readonly ways: readonly string[];
  readonly passkey?: PasskeyQuestion | null | undefined;
}

/** One proof: whichever member is given. */
export type Proof = RequestOf<"proveAgain">;

export interface ProofParts {
  readonly ask: () => Promise<ProofQuestion>;
  /** Submits it. Throws what the service refused. */
  readonly give: (proof: Proof) => Promise<void>;
  /** The sign-in has expired. */
  readonly onOver?: (error: OperationRefused) => void;
}

const waysKnown: readonly FactorWay[] = ["passkey", "totp", "recovery", "password", "sign-in"];

export interface ProofProblem {
  readonly words: string;
  /** Not the user's own mistake. */
  readonly isFailure: boolean;
}

function wordsOf(error: unknown): string {
  const ofPasskey = passkeyFault(error);
  if (ofPasskey !== undefined) return ofPasskey;
  if (error instanceof OperationRefused && isUserFault(error)) return error.message;
  return failureLine(error);
}

/** Asks for a proof of identity, submits it, and reports what was wrong. */
export function useProof({ ask, give, onOver }: ProofParts) {
  const [question, setQuestion] = useState<ProofQuestion>();
  const [way, setWay] = useState<FactorWay>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProofProblem>();
  const hasBegun = useRef(false);

  const fail = (error: unknown) => {
    if (error instanceof OperationRefused && error.code === "SignInExpired" && onOver) onOver(error);
    else setProblem({ words: wordsOf(error), isFailure: !isUserFault(error) });
  };
  const begin = async () => {
    try {
      const answer = await ask();
      setQuestion(answer);
      setWay((before) => before ?? waysKnown.find((known) => answer.ways.includes(known)));
    } catch (error) {
      fail(error);
    }
  };
  const beginAtOnce = useEffectEvent(begin);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void beginAtOnce();
  }, []);

  const prove = async (proof: Proof | "passkey") => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await give(
        proof === "passkey" ? { passkey: (await askPasskey(question?.passkey ?? {})).proof } : proof,
      );
    } catch (error) {
      fail(error);
      // The passkey challenge can be used only once.
      if (proof === "passkey") await begin();
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: FactorWay) => {
    setProblem(undefined);
    setWay(next);
  };
  const others = waysKnown.filter((known) => known !== way && question?.ways.includes(known));
  return { way, others, isBusy, problem, isReady: question !== undefined, prove, choose, begin };
}
