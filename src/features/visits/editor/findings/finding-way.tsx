import type { ReactNode } from "react";
import { sourceWords } from "#room/billing/finding.ts";
import { Button } from "#room/ui/button.tsx";
import { applyFindings, fixLabel } from "./apply-finding.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import type { Located } from "#room/features/visits/editor/validation/located.ts";

interface WayProps {
  readonly to: Located;
  readonly children: ReactNode;
}

export function Way({ to: { finding, place }, children }: WayProps) {
  const session = useEditor();
  return (
    <button
      type="button"
      className={styles.finding}
      disabled={!place}
      title={sourceWords(finding)}
      onClick={() => place && session.focus(place)}
    >
      {children}
    </button>
  );
}

interface FixProps {
  readonly items: readonly Located[];
  readonly isReadOnly: boolean;
  readonly onDone?: () => void;
}

/**
 * The fixes for all of these findings, each as one undo step. They go below the message, since their labels can be
 * long.
 */
export function FixButtons({ items, isReadOnly, onDone }: FixProps) {
  const session = useEditor();
  return (["fix", "otherFix"] as const).map((which) => {
    const label = fixLabel(session, items, which);
    if (label === undefined) return null;
    const fix = () => {
      applyFindings(session, items, which);
      onDone?.();
    };
    return (
      <Button key={which} size="small" className={styles.fix} disabled={isReadOnly} onClick={fix}>
        {label}
      </Button>
    );
  });
}
