import { useState } from "react";
import { useOutboxStatus, useVisitRecords } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { supportReport } from "./support-report.ts";
import { SupportReportBox } from "./support-report-box.tsx";

export function SupportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Support report" onClose={onClose} width="wide">
      <SupportDialogBody />
    </Dialog>
  );
}

function SupportDialogBody() {
  const visits = useVisitRecords();
  const outbox = useOutboxStatus();
  const states: Record<string, number> = {};
  for (const { state } of visits) states[state] = (states[state] ?? 0) + 1;
  const queue = Object.entries(states).map(([state, count]) => `${String(count)} ${state}`);
  // Fixed when opened: what is shown is what is copied.
  const [report] = useState(() =>
    supportReport({ more: { Queue: queue.join(", ") || "empty", Outbox: JSON.stringify(outbox) } }),
  );
  return (
    <>
      <p>This is all that gets copied. It contains no patient data, messages, keys or passwords.</p>
      <SupportReportBox report={report} />
    </>
  );
}
