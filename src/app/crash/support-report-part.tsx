import { useState } from "react";
import { supportReport } from "./support-report.ts";
import { SupportReportBox } from "./support-report-box.tsx";

export function SupportReportPart() {
  const [report] = useState(supportReport);
  return <SupportReportBox report={report} />;
}
