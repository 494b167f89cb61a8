import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { useNow } from "#room/ui/use-now.ts";
import type { StoryLine } from "#room/workspace/storage/draft-lease.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { useEditor, useHistory } from "#room/features/visits/editor/session/editor-context.ts";

const few = 12;

/** The draft's steps, newest first. Steps from this session can be reverted; older ones are only listed. */
export function HistoryPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { visit, story } = useEditor();
  const { done } = useHistory();
  const [isOpen, setOpen] = useState(false);
  const now = useNow(60_000);
  const [showsAll, setShowsAll] = useState(false);
  const count = done.length + story.earlier.length;
  if (count === 0) return null;
  const most = showsAll ? count : few;
  // Every step changes this list; while closed, it costs nothing.
  const steps = isOpen ? done.slice(-most).toReversed() : [];
  const earlier = isOpen ? story.earlier.toReversed().slice(0, Math.max(0, most - steps.length)) : [];
  const backTo = (index: number) => {
    for (let left = done.length - index; left > 0; left -= 1) visit.undo();
  };
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        History <small>{counted(count, "step")}</small>
      </summary>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id}>
            <button
              type="button"
              disabled={isReadOnly}
              title="Go back to before this step"
              onClick={() => backTo(done.indexOf(step))}
            >
              {story.wordsOf(step)}
            </button>
            <StepTime at={step.at} now={now} />
          </li>
        ))}
        {earlier.length > 0 ? (
          <li className={styles.quiet}>Before you opened it this time (can’t be undone)</li>
        ) : null}
        {earlier.map((line, index) => (
          <EarlierLine key={index} line={line} now={now} />
        ))}
      </ol>
      {isOpen && count > few ? (
        <button type="button" className={styles.finding} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${count}`}
        </button>
      ) : null}
    </details>
  );
}

function StepTime({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={clinicTimes().inFull(at)}>
      {clinicTimes().moment(at, now)}
    </time>
  );
}

/** From before the visit was last opened. */
function EarlierLine({ line: { at, words }, now }: { readonly line: StoryLine; readonly now: number }) {
  return (
    <li>
      <span>{words}</span>
      <StepTime at={at} now={now} />
    </li>
  );
}
