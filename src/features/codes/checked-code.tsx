import type { ReactNode } from "react";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { useDiagnosisCheck } from "#room/api/use-diagnosis-checks.ts";
import { StateBadge, type Tone } from "#room/ui/state-badge.tsx";
import styles from "./codes.module.css";

const words: Readonly<Record<DiagnosisCheck["state"], readonly [Tone, string]>> = {
  empty: ["plain", ""],
  checking: ["accent", "Checking"],
  billable: ["ok", "Valid, billable"],
  header: ["warn", "Valid, not billable"],
  invalid: ["bad", "Not valid today"],
  "not-checked": ["ask", "Not checked"],
};

/** The service's current answer for a code within a text. */
export function CheckedCode({ code, children }: { readonly code: string; readonly children?: ReactNode }) {
  const check = useDiagnosisCheck({ code });
  const [tone, state] = words[check.state];
  return (
    <p className="row">
      <code>{check.code ?? code}</code>
      <StateBadge tone={tone}>{state}</StateBadge>
      <span className={styles.title}>{check.description ?? check.reason}</span>
      {children}
    </p>
  );
}
