import { memo } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { VisitRecord } from "#room/workspace/visit-record.ts";
import { AttemptsPanel } from "./attempts-panel.tsx";
import styles from "./editor.module.css";
import { HistoryPanel } from "./history-panel.tsx";
import { ScrubPanel } from "./scrub-panel.tsx";
import { WhyHeld } from "./why-held.tsx";

interface SidePanelProps {
  readonly record: VisitRecord<DraftEvent>;
  readonly isReadOnly: boolean;
}

/** What a biller looks at beside the form: what stands in the way, why it was held, what was tried, what was done. */
export const SidePanel = memo(function SidePanel({ record, isReadOnly }: SidePanelProps) {
  return (
    <div className={styles.sideColumn}>
      <aside className={styles.side} aria-label="About this visit">
        <ScrubPanel isReadOnly={isReadOnly} />
        <WhyHeld isReadOnly={isReadOnly} />
        <AttemptsPanel eventId={record.eventId} />
        <HistoryPanel isReadOnly={isReadOnly} />
      </aside>
    </div>
  );
});
