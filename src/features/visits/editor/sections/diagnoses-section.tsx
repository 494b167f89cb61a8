import { useCallback, useSyncExternalStore } from "react";
import { diagnosisLetter } from "#room/billing/diagnosis-identity.ts";
import gridStyles from "#room/ui/grid/grid.module.css";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";
import { StateBadge, type Tone } from "#room/ui/state-badge.tsx";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { chargesLeftBare, removeRows } from "#room/features/visits/editor/draft/row-actions.ts";
import { useRowCheck } from "#room/features/visits/editor/findings/diagnosis-checks-context.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { diagnosisColumns } from "#room/features/visits/editor/grid/columns.ts";
import { RowsSection } from "#room/features/visits/editor/grid/rows-section.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { isPristine } from "#room/features/visits/editor/draft/draft.ts";

const badges: Readonly<Record<string, readonly [Tone, string]>> = {
  billable: ["ok", "billable"],
  header: ["warn", "not billable"],
  invalid: ["bad", "not valid"],
  checking: ["plain", "checking"],
  "not-checked": ["plain", "not checked"],
};

interface ShowProps {
  readonly rowId: string;
}

function Description({ rowId }: ShowProps) {
  const { description } = useRowCheck(rowId);
  return (
    <span className={gridStyles.shown} title={description}>
      {description}
    </span>
  );
}

function OnThatDate({ rowId }: ShowProps) {
  const { state, reason } = useRowCheck(rowId);
  const badge = badges[state];
  return (
    <span className={gridStyles.shown} title={reason}>
      {badge ? <StateBadge tone={badge[0]}>{badge[1]}</StateBadge> : null}
    </span>
  );
}

function LinkedCharges({ rowId }: ShowProps) {
  const { visit } = useEditor();
  const numbers = useSyncExternalStore(
    useCallback(
      (listener) =>
        visit.subscribe((change) => (changesLinks(change) || beginsLine(change, visit)) && listener()),
      [visit],
    ),
    () => chargeNumbersOf(visit, rowId),
  );
  return <span className={gridStyles.shown}>{numbers}</span>;
}

/** True on typing in a new line: it counts as a line once it has content. */
function beginsLine({ cells }: DraftChange, { source }: VisitDraft): boolean {
  return cells.some((place) => "list" in place && source.fresh.has(place.rowId));
}

function changesLinks({ cells, lists }: { cells: readonly object[]; lists: readonly string[] }): boolean {
  return lists.length > 0 || cells.some((place) => "member" in place && place.member === "indicatedBy");
}

const [code, ...others] = diagnosisColumns;

/** Next to the code: its description and use. */
const columnsShown: readonly GridColumn[] = [
  ...(code ? [code] : []),
  { member: "description", title: "Description", width: 200, grows: true, Show: Description },
  { member: "on-that-date", title: "On that date", width: 112, Show: OnThatDate },
  { member: "charges", title: "Charges", width: 90, Show: LinkedCharges },
  ...others,
];

/** The diagnoses with their letters. Moving or removing one never relinks a charge. */
export function DiagnosesSection() {
  const session = useEditor();
  const remove = useCallback(
    (rowIds: readonly string[]) => {
      const { visit } = session;
      const bare = chargesLeftBare(visit, rowIds);
      const [first = ""] = rowIds;
      const letter = diagnosisLetter(visit.order().diagnosis.indexOf(first));
      removeRows(visit, "diagnosis", rowIds);
      if (bare.length === 0) return;
      const charges = bare.length === 1 ? `Charge ${bare[0]} has` : `Charges ${bare.join(", ")} have`;
      session.offerUndo({
        tone: "warn",
        title: rowIds.length === 1 ? `Diagnosis ${letter} removed` : `${rowIds.length} diagnoses removed`,
        detail: `${charges} no diagnosis left.`,
      });
    },
    [session],
  );
  return (
    <RowsSection
      list="diagnosis"
      title="Diagnoses"
      columns={columnsShown}
      maxRows={12}
      nameOf={diagnosisLetter}
      addLabel="Add diagnosis"
      hint={
        <>
          checked on the date of service<span className={styles.keyHint}> · Alt ↑↓ moves</span>
        </>
      }
      remove={remove}
    />
  );
}

/** The numbers of the charges linked to a diagnosis: "1, 2". */
function chargeNumbersOf(visit: VisitDraft, diagnosisRowId: string): string {
  const numbers = visit
    .rows("charges")
    .flatMap((row, index) =>
      row.indicatedBy.some((link) => link.to === diagnosisRowId) && !isPristine(row, visit.source)
        ? [index + 1]
        : [],
    );
  return numbers.length > 6 ? `${numbers.slice(0, 5).join(", ")} +${numbers.length - 5}` : numbers.join(", ");
}
