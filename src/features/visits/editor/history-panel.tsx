import { useState } from "react";
import styles from "./editor.module.css";
import { useEditor, useHistory } from "./editor-context.ts";

const few = 12;

/** What was done since the visit was opened, newest first; a step leads back to before it. */
export function HistoryPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { visit } = useEditor();
  const { done, undone } = useHistory();
  const [isOpen, setOpen] = useState(false);
  if (done.length === 0 && undone.length === 0) return null;
  const backTo = (index: number) => {
    for (let left = done.length - index; left > 0; left -= 1) visit.undo();
  };
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        History <small>{done.length} steps</small>
      </summary>
      <ol className={styles.steps}>
        {/* Each step of the visit is a change of this list; closed, it costs nothing. */}
        {(isOpen ? done : [])
          .slice(-few)
          .toReversed()
          .map((step) => (
            <li key={step.id}>
              <button
                type="button"
                disabled={isReadOnly}
                title="Undo to before this"
                onClick={() => backTo(done.indexOf(step))}
              >
                {step.label}
              </button>
              <time>{new Date(step.at).toLocaleTimeString()}</time>
            </li>
          ))}
      </ol>
    </details>
  );
}
