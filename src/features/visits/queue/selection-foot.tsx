import { counted } from "#room/contract/primitives/counted.ts";
import { dryRunOf } from "#room/features/visits/sending/dry-run.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { KeyHints } from "./key-hints.tsx";
import type { SortKey } from "#room/features/visits/list/list-names.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./visits-page.module.css";

export interface SelectionFootProps {
  readonly selected: readonly VisitSummary[];
  readonly shown: number;
  readonly total: number;
  readonly sort: SortKey;
}

const hints = [
  ["r", "retry"],
  ["enter", "open"],
  ["space", "select"],
] as const;

/** The bottom of the table: the selection, how much of it can be sent, and shortcuts. */
export function SelectionFoot({ selected, shown, total, sort }: SelectionFootProps) {
  const { outbox, visits } = useWorkspace();
  const run = dryRunOf(
    selected.map((row) => row.eventId),
    (id) => outbox.plan(id),
    (id) => visits.summary(id),
  );
  const parts = [
    `${formatCount(run.sendable.length)} can be sent${run.withheld > 0 ? ` (${formatCount(run.withheld)} of them will be withheld)` : ""}`,
    ...run.notSent.map((part) => part.words),
  ];
  return (
    <footer className={styles.foot}>
      {selected.length > 0 ? (
        <>
          <strong>{formatCount(selected.length)} selected</strong>
          <span>{parts.join(" · ")}</span>
        </>
      ) : (
        <span>
          {shown === total
            ? counted(total, "visit")
            : `${formatCount(shown)} of ${formatCount(total)} visits`}
          {sort === "need" && shown > 1 ? <span className={styles.order}> · Most urgent first</span> : null}
        </span>
      )}
      <KeyHints keys={hints} />
    </footer>
  );
}
