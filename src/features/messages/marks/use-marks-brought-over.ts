import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { loadCode } from "#room/api/load-code.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** Once all messages are known; few browsers have marks of their own, from before the service kept them. */
export function useMarksBroughtOver(summaries: readonly MailboxSummary[] | undefined): void {
  const { readMarks } = useWorkspace();
  const client = useQueryClient();
  const marks = useKept(readMarks);
  const isTried = useRef(false);
  const isDue = summaries !== undefined && Object.keys(marks).length > 0;
  useEffect(() => {
    if (!isDue || isTried.current) return;
    isTried.current = true;
    loadCode(() => import("./use-marks.ts"))
      .then(({ bringMarksOver }) => bringMarksOver(client, readMarks))
      .catch(() => undefined);
  }, [isDue, client, readMarks]);
}
