import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { type DiagnosisCheck, useDiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { StateBadge, type Tone } from "#room/ui/state-badge.tsx";
import styles from "./check-selection.module.css";
import { useSelectedCode } from "./selected-code.ts";

const words: Readonly<Record<DiagnosisCheck["state"], readonly [Tone, string]>> = {
  empty: ["plain", ""],
  checking: ["accent", "Checking"],
  billable: ["ok", "Valid, billable"],
  header: ["warn", "Valid, not billable"],
  invalid: ["bad", "Not valid today"],
  "not-checked": ["ask", "Not checked"],
};

/** A diagnosis code selected in the letter is checked at once, for today. */
export function CheckSelection({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const code = useSelectedCode(part);
  return (
    <div ref={part}>
      {children}
      <div role="status" data-print="hidden">
        {code === undefined ? null : <Checked code={code} />}
      </div>
    </div>
  );
}

function Checked({ code }: { readonly code: string }) {
  const check = useDiagnosisCheck({ code });
  const [tone, state] = words[check.state];
  return (
    <p className={styles.checked}>
      <code>{check.code ?? code}</code>
      <StateBadge tone={tone}>{state}</StateBadge>
      <span className={styles.title}>{check.description ?? check.reason}</span>
      <Link to="/diagnosis" search={{ code }}>
        Look up
      </Link>
    </p>
  );
}
