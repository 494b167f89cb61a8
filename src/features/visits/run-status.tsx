import { type ReactNode, useRef, useSyncExternalStore } from "react";
import type { BackgroundJob, JobState } from "#room/features/parts/background-job.ts";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";

interface RunStatusProps<State extends JobState> {
  readonly label: string;
  readonly job: BackgroundJob<State>;
  readonly children: (state: State) => ReactNode;
}

/** The progress of a run, then its result. */
export function RunStatus<State extends JobState>({ label, job, children }: RunStatusProps<State>) {
  const state = useSyncExternalStore(job.subscribe, job.get);
  const panel = useRef<HTMLDivElement>(null);
  useFocusFollows(panel, state?.phase);
  return (
    <div ref={panel} role="status" aria-label={label}>
      {state ? children(state) : null}
    </div>
  );
}
