import { counted } from "#room/contract/primitives/counted.ts";
import { Fragment, useState } from "react";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { useNow } from "#room/ui/use-now.ts";
import { useFew } from "#room/ui/use-few.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { useEditor, useHistory } from "#room/features/visits/editor/session/editor-context.ts";

/** The draft's steps, newest first. Steps from this session can be reverted; older ones are only listed. */
export function HistoryPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { visit, story } = useEditor();
  const { done } = useHistory();
  const [isOpen, setOpen] = useState(false);
  const now = useNow(60_000);
  // Every step changes this list; while closed, it costs nothing.
  const { shown, more } = useFew(isOpen ? [...done.toReversed(), ...story.earlier.toReversed()] : [], 12);
  const count = done.length + story.earlier.length;
  if (count === 0) return null;
  const backTo = (index: number) => {
    for (let left = done.length - index; left > 0; left -= 1) visit.undo();
  };
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        History <small>{counted(count, "step")}</small>
      </summary>
      <ol className={styles.steps}>
        {shown.map((line, index) =>
          "id" in line ? (
            <li key={line.id}>
              <button
                type="button"
                disabled={isReadOnly}
                title="Go back to before this step"
                onClick={() => backTo(done.indexOf(line))}
              >
                {story.wordsOf(line)}
              </button>
              <StepTime at={line.at} now={now} />
            </li>
          ) : (
            <Fragment key={`earlier ${index}`}>
              {index === done.length ? (
                <li className="quiet small">Before you opened it this time (can’t be undone)</li>
              ) : null}
              <li>
                <span>{line.words}</span>
                <StepTime at={line.at} now={now} />
              </li>
            </Fragment>
          ),
        )}
      </ol>
      {more}
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
