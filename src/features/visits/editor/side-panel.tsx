import { memo } from "react";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { AttemptsPanel } from "./history/attempts-panel.tsx";
import styles from "./editor.module.css";
import { HistoryPanel } from "./history/history-panel.tsx";
import { ChecksPanel } from "./findings/checks-panel.tsx";
import { useEditor, useSignal } from "./session/editor-context.ts";
import { WhyHeld } from "./findings/why-held.tsx";

interface SidePanelProps {
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
}

/** What a biller looks at next to the form: why it was held, what is wrong, the attempts, and the history. */
export const SidePanel = memo(function SidePanel({ record, isReadOnly }: SidePanelProps) {
  const isHeld = useSignal(useEditor().outcome).kind === "withheld";
  // Keys let the two swap places without remounting, since one contains "Approve for billing".
  const why = <WhyHeld key="why" isReadOnly={isReadOnly} />;
  const checks = <ChecksPanel key="checks" isReadOnly={isReadOnly} />;
  return (
    <div className={styles.sideColumn}>
      <aside className={styles.side} aria-label="About this visit">
        {isHeld ? [why, checks] : [checks, why]}
        <AttemptsPanel eventId={record.eventId} />
        <HistoryPanel isReadOnly={isReadOnly} />
      </aside>
    </div>
  );
});
