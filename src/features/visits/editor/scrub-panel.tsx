import { memo, useState } from "react";
import { applyFix } from "#room/billing/apply-fix.ts";
import { countFindings, describeCounts, type Severity } from "#room/billing/finding.ts";
import { Button } from "#room/ui/button.tsx";
import { Kbd } from "#room/ui/kbd.tsx";
import type { Tone } from "#room/ui/state-badge.tsx";
import { adoptEvent } from "./draft/adopt-event.ts";
import type { EditorSession } from "./editor-session.ts";
import { useEditor, useSignal } from "./editor-context.ts";
import { ToneMark } from "./tone-mark.tsx";
import styles from "./editor.module.css";
import type { Located } from "./judge/live-findings.ts";

const tones: Readonly<Record<Severity, Tone>> = { block: "bad", warn: "warn", note: "plain" };
const severityWords: Readonly<Record<Severity, string>> = { block: "Blocks", warn: "Warning", note: "Note" };
const few = 8;

/** Applies a finding's fix as one step, and stays where the fault was. */
export function applyFinding(session: EditorSession, located: Located): void {
  const { fix } = session.findings.absolute(located);
  if (!fix) return;
  const { visit } = session;
  adoptEvent(visit, applyFix(visit.event(), fix), fix.label);
  if (located.place) session.focus(located.place);
}

/** Names a finding by its rule and place, so that one whose words follow the typing stays the same entry. */
function entryNames(): (located: Located) => string {
  const counts = new Map<string, number>();
  return ({ finding, place }) => {
    const row = place && "list" in place ? place.rowId : "";
    const name = `${row} ${finding.ruleId} ${finding.path.join(".")}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name} ${count}`;
  };
}

/** Everything that the rules and the contract say about the visit as it stands. */
export function ScrubPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const session = useEditor();
  const findings = useSignal(session.findings.list);
  const [showsAll, setShowsAll] = useState(false);
  const counts = countFindings(findings.map(({ finding }) => finding));
  const shown = showsAll ? findings : findings.slice(0, few);
  const entryName = entryNames();
  return (
    <section aria-label="Before it goes">
      <h2 className={styles.sideTitle}>
        Before it goes {counts.block + counts.warn > 0 ? <small>{describeCounts(counts)}</small> : null}
        <span className={styles.gap} />
        <Kbd keys="f8" />
      </h2>
      {findings.length === 0 ? <p className={styles.quiet}>Nothing stands in the way.</p> : null}
      <ul className={styles.list}>
        {shown.map((located) => (
          <Entry
            key={entryName(located)}
            located={located}
            where={located.place ? session.nameOf(located.place) : "The visit"}
            isReadOnly={isReadOnly}
          />
        ))}
      </ul>
      {findings.length > few ? (
        <Button size="small" look="quiet" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${findings.length}`}
        </Button>
      ) : null}
    </section>
  );
}

interface EntryProps {
  readonly located: Located;
  readonly where: string;
  readonly isReadOnly: boolean;
}

/** One finding; it is drawn again when it is another one, not when others come and go beside it. */
const Entry = memo(function Entry({ located, where, isReadOnly }: EntryProps) {
  const session = useEditor();
  const { finding, place } = located;
  return (
    <li>
      <ToneMark tone={tones[finding.severity]} />
      <button
        type="button"
        className={styles.finding}
        disabled={!place}
        title={finding.source}
        onClick={() => place && session.focus(place)}
      >
        <span className="visually-hidden">{severityWords[finding.severity]}: </span>
        {finding.message}
        <small>{where}</small>
      </button>
      {finding.fix ? (
        <Button
          size="small"
          look="quiet"
          disabled={isReadOnly}
          onClick={() => applyFinding(session, located)}
        >
          {finding.fix.label}
        </Button>
      ) : null}
    </li>
  );
});
