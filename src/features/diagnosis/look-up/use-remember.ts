import { useEffect } from "react";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { useKeptCodes } from "./keep-codes.ts";

/** Long enough that partial codes passed through while typing are not kept. */
const restMs = 1500;

/** Adds a code the service knows to the recent look-ups: immediately if the user asked for it. */
export function useRemember(check: DiagnosisCheck, when: "at once" | "after a rest" | "never"): void {
  const { state, code, codeSystemName, description } = check;
  const { recent, remember } = useKeptCodes();
  const isKnown = (state === "billable" || state === "header") && code !== undefined;
  const isNewest = recent[0]?.code === code && recent[0]?.codeSystemName === codeSystemName;
  useEffect(() => {
    if (!isKnown || isNewest || when === "never") return undefined;
    const timer = setTimeout(
      () => void remember({ code, codeSystemName, description }),
      when === "at once" ? 0 : restMs,
    );
    return () => clearTimeout(timer);
    // `remember` is a new function on every render, but does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown, isNewest, when, code, codeSystemName, description]);
}
