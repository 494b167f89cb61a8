import { useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { CopyIcon } from "#room/ui/page-icons.tsx";
import styles from "./crash.module.css";

export function SupportReportBox({ report }: { report: string }) {
  const [status, setStatus] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report);
      setStatus("Copied.");
    } catch {
      setStatus("The browser didn’t allow copying. Select the text and copy it.");
    }
  };
  return (
    <div className={`stack ${styles.report}`}>
      <textarea readOnly aria-label="Support report" rows={16} value={report} />
      <div className="row quiet">
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          Copy report
        </Button>
        <span aria-live="polite">{status}</span>
      </div>
    </div>
  );
}
