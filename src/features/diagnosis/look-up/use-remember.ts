import { useEffect } from "react";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { useKeptCodes } from "./keep-codes.ts";

/** Long enough that codes passed over while typing are not kept. */
const restMs = 1500;

/** Keeps a code that the service knows among those looked up last. */
export function useRemember({ state, code, codeSystemName, description }: DiagnosisCheck): void {
  const { recent, remember } = useKeptCodes();
  const isKnown = (state === "billable" || state === "header") && code !== undefined;
  const isNewest = recent[0]?.code === code && recent[0]?.codeSystemName === codeSystemName;
  useEffect(() => {
    if (!isKnown || isNewest) return undefined;
    const timer = setTimeout(() => void remember({ code, codeSystemName, description }), restMs);
    return () => clearTimeout(timer);
    // `remember` is made anew at every render and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown, isNewest, code, codeSystemName, description]);
}
