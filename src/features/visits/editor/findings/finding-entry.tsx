import { memo } from "react";
import type { Severity } from "#room/billing/finding.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import type { Located } from "#room/features/visits/editor/validation/located.ts";
import { ToneMark } from "./tone-mark.tsx";
import { Way, FixButtons } from "./finding-way.tsx";

const tones: Readonly<Record<Severity, Tone>> = { block: "bad", warn: "warn", note: "plain" };
const severityWords: Readonly<Record<Severity, string>> = {
  block: "Problem",
  warn: "Warning",
  note: "Note",
};

export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return <ToneMark tone={tones[severity]} />;
}

/** The finding's message, with its severity for screen readers. */
export function FindingWords({ finding }: Pick<Located, "finding">) {
  return (
    <>
      <span className="visually-hidden">{severityWords[finding.severity]}: </span>
      {finding.message}
    </>
  );
}

interface EntryProps {
  readonly located: Located;
  readonly where: string;
  readonly isReadOnly: boolean;
}

/** One finding; rerendered only when it changes itself, not when others come and go. */
export const FindingEntry = memo(function FindingEntry({ located, where, isReadOnly }: EntryProps) {
  return (
    <li>
      <SeverityMark severity={located.finding.severity} />
      <div>
        <Way to={located}>
          <FindingWords finding={located.finding} />
          <small>{where}</small>
        </Way>
        <FixButtons items={[located]} isReadOnly={isReadOnly} />
      </div>
    </li>
  );
});

interface GroupProps {
  readonly items: readonly [Located, ...Located[]];
  readonly isReadOnly: boolean;
}

/** Findings of one kind under the first one's message, each with a link to its cell. */
export function FindingGroupEntry({ items, isReadOnly }: GroupProps) {
  const session = useEditor();
  const [first, ...others] = items;
  const { finding } = first;
  const isSame = others.every((each) => each.finding.message === finding.message);
  return (
    <li>
      <SeverityMark severity={finding.severity} />
      <div>
        <Way to={first}>
          <FindingWords finding={finding} />
          <small>
            {session.whereOf(first.place)} and {others.length} more{isSame ? null : " like it"}
          </small>
        </Way>
        <FixButtons items={items} isReadOnly={isReadOnly} />
        <details className={styles.each}>
          <summary>Show all {items.length}</summary>
          <ul>
            {items.map((each) => (
              <li key={each.key}>
                <Way to={each}>
                  {session.whereOf(each.place)}
                  {isSame ? null : <small>{each.finding.message}</small>}
                </Way>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </li>
  );
}
