import { sourceWords, type Severity } from "#room/billing/finding.ts";
import { Button } from "#room/ui/button.tsx";
import { applyFindings, fixLabel } from "./apply-finding.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import type { FieldFinding } from "#room/features/visits/editor/validation/field-finding.ts";
import type { ReactNode } from "react";
import type { Tone } from "#room/ui/state-badge.tsx";
import { ToneMark } from "./tone-mark.tsx";

function FindingLink({
  to: { finding, place },
  children,
}: {
  readonly to: FieldFinding;
  readonly children: ReactNode;
}) {
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
  readonly items: readonly FieldFinding[];
  readonly isReadOnly: boolean;
  readonly onDone?: () => void;
}

/**
 * The fixes for all of these findings, each as one undo step. They go below the message, since their labels can be
 * long.
 */
export function FixButtons({ items, isReadOnly, onDone }: FixProps) {
  const session = useEditor();
  if (isReadOnly) return null;
  return (["fix", "otherFix"] as const).map((which) => {
    const label = fixLabel(items, which);
    if (label === undefined) return null;
    const fix = () => {
      applyFindings(session, items, which);
      onDone?.();
    };
    return (
      <Button key={which} size="small" className={styles.fix} onClick={fix}>
        {label}
      </Button>
    );
  });
}

const tones: Readonly<Record<Severity, Tone>> = { block: "bad", warn: "warn", note: "plain" };
const severityWords: Readonly<Record<Severity, string>> = {
  block: "Problem",
  warn: "Warning",
  note: "Note",
};

export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return <ToneMark tone={tones[severity]} />;
}

export function FindingWords({ finding }: Pick<FieldFinding, "finding">) {
  return (
    <>
      <span className="visually-hidden">{severityWords[finding.severity]}: </span>
      {finding.message}
    </>
  );
}

interface EntryProps {
  readonly items: readonly [FieldFinding, ...FieldFinding[]];
  readonly isReadOnly: boolean;
}

/** A finding, or several of one kind under the first one’s message, each with a link to its cell. */
export function FindingEntry({ items, isReadOnly }: EntryProps) {
  const session = useEditor();
  const [first, ...others] = items;
  const { finding } = first;
  const isSame = others.every((each) => each.finding.message === finding.message);
  return (
    <li>
      <SeverityMark severity={finding.severity} />
      <div>
        <FindingLink to={first}>
          <FindingWords finding={finding} />
          <small>
            {session.whereOf(first.place)}
            {others.length > 0 ? ` and ${others.length} more${isSame ? "" : " like it"}` : null}
          </small>
        </FindingLink>
        <FixButtons items={items} isReadOnly={isReadOnly} />
        {others.length > 0 ? (
          <details className={styles.each}>
            <summary>Show all {items.length}</summary>
            <ul>
              {items.map((each) => (
                <li key={each.key}>
                  <FindingLink to={each}>
                    {session.whereOf(each.place)}
                    {isSame ? null : <small>{each.finding.message}</small>}
                  </FindingLink>
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    </li>
  );
}
