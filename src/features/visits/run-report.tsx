import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { BackgroundJob, JobState } from "#room/features/parts/background-job.ts";
import { Banner, type BannerProps } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { formatCount } from "#room/ui/formats.ts";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import styles from "./run-report.module.css";
import { useVisitWords, visitName } from "./visit-name.ts";

interface RunReportProps<State extends JobState> extends BannerProps {
  readonly state: State;
  readonly job: Pick<BackgroundJob<State>, "stop" | "dismiss">;
  readonly progress: { readonly label: string; readonly value: number; readonly total: number };
  /** Shown on demand; the button is "Show" or "Hide" and its name. */
  readonly list?:
    | { readonly name: string; readonly isOpen?: boolean; readonly content: ReactNode }
    | undefined;
}

/** How far a run is; then its result, until the user closes it. */
export function RunReport<State extends JobState>(props: RunReportProps<State>) {
  const { state, job, progress, list, actions, ...banner } = props;
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? list?.isOpen ?? false;
  const stop = (
    <Button size="small" onClick={job.stop}>
      Stop
    </Button>
  );
  if (state.phase === "running")
    return (
      <div className={styles.report}>
        <ProgressBar {...progress} detail={stop} />
      </div>
    );
  return (
    <div className={styles.report}>
      <Banner
        {...banner}
        actions={
          <>
            {actions}
            {list ? (
              <Button size="small" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
                {isOpen ? "Hide" : "Show"} {list.name}
              </Button>
            ) : null}
            <Button size="small" look="quiet" onClick={job.dismiss}>
              Close
            </Button>
          </>
        }
      />
      {isOpen ? list?.content : null}
    </div>
  );
}

interface RunItem {
  readonly eventId: string;
  readonly visitId: string;
  readonly badge?: ReactNode;
  readonly words: string | undefined;
}

const shownAtMost = 200;

/** What became of its visits; nothing where there is nothing to say. */
export function RunItems({ label, items }: { readonly label: string; readonly items: readonly RunItem[] }) {
  const nameOf = useVisitWords(visitName);
  if (items.length === 0) return null;
  return (
    <ul className={styles.items} aria-label={label}>
      {items.slice(0, shownAtMost).map(({ eventId, visitId, badge, words }) => (
        <li key={eventId}>
          <Link to="/visits/$eventId" params={{ eventId }}>
            {nameOf(visitId)}
          </Link>
          {badge}
          <span>{words}</span>
        </li>
      ))}
      {items.length > shownAtMost ? <li>{formatCount(items.length - shownAtMost)} more</li> : null}
    </ul>
  );
}
