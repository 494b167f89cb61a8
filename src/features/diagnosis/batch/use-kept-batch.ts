import { useRef, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type Workspace } from "#room/workspace/workspace.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { todayHere } from "#room/api/today-here.ts";
import type { BatchRun } from "./batch-run.ts";
import { keptTextOf, readBatch } from "./read-batch.ts";

export interface BatchDraft {
  readonly text: string;
  readonly svcDate: string;
  readonly codeSystemName: string;
}

const empty: BatchDraft = { text: "", svcDate: "", codeSystemName: "" };
const preference = "diagnosis.batch";
const mostKept = 200_000;
const restMs = 500;

/** What this page load verifies for a user: it goes on while another page is looked at. */
const runs = new WeakMap<Workspace, BatchRun>();

function isDraft(value: unknown): value is BatchDraft {
  if (typeof value !== "object" || value === null) return false;
  return ["text", "svcDate", "codeSystemName"].every(
    (name) => name in value && typeof Reflect.get(value, name) === "string",
  );
}

/** What is typed or pasted, as long as this page load lasts. */
const drafts = new WeakMap<Workspace, BatchDraft>();

/** The batch as it was left: typed codes outlive a reload, a run outlives a look at another page. */
export function useKeptBatch() {
  const workspace = useWorkspace();
  const [draft, set] = useState<BatchDraft>(() => {
    const kept = drafts.get(workspace) ?? workspace.preferences.get()[preference];
    return isDraft(kept) ? kept : empty;
  });
  const [run, setRun] = useState(() => runs.get(workspace));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const keep = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const { text, ...rest } = latest.current;
    // Never a patient's name: only what is read of the text outlives this page load.
    const kept = { ...rest, text: keptTextOf(readBatch(text, todayHere())).slice(0, mostKept) };
    void workspace.preferences.update((values) => ({ ...values, [preference]: kept }));
  };
  useWhenLeaving(keep);

  return {
    draft,
    setDraft(changes: Partial<BatchDraft>): void {
      latest.current = { ...latest.current, ...changes };
      drafts.set(workspace, latest.current);
      set(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, restMs);
    },
    keep,
    run,
    setRun(next: BatchRun): void {
      keep();
      runs.set(workspace, next);
      setRun(next);
    },
  };
}
