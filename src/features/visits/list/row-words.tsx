import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { useNames } from "#room/features/names/names-now.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { snoozedWords } from "#room/features/visits/clinic/clinic-words.ts";
import styles from "#room/features/visits/queue/visits-table.module.css";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { amountOf } from "#room/features/visits/queue/amount-of.ts";
import { Badge } from "#room/ui/state-badge.tsx";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import { OpenLink } from "#room/features/visits/queue/visit-link.tsx";
import { hasDraft, type ListRow } from "./list-row.ts";
import type { RowHandlers } from "./visits-row-props.ts";

/** The names a visit refers to, or shortened ids. */
export function Names({ kind, ids }: { readonly kind: DirectoryKind; readonly ids: readonly string[] }) {
  const names = useNames();
  const isNamed = ids.every((id) => names.nameOf(kind, id) !== undefined);
  return (
    <span
      className={isNamed ? undefined : styles.id}
      title={ids.map((id) => `${names.nameOf(kind, id) ?? ""} ${id}`.trim()).join("\n")}
    >
      {ids.map((id) => names.shortWords(kind, id)).join(", ")}
    </span>
  );
}

export function Moment({ at, now }: { at: number; now: number }) {
  return (
    <time className="quiet" dateTime={new Date(at).toISOString()} title={clinicTimes().inFull(at)}>
      {clinicTimes().moment(at, now)}
    </time>
  );
}

const sources = {
  new: "Typed here",
  import: "File",
  copy: "Copy",
  example: "Example",
  reissue: "Correction",
  service: "Clinic’s queue",
  correction: "Correction of a charge",
};

export function sourceWords(row: VisitSummary | undefined): string {
  const { kind, name } = row?.source ?? { kind: "service" };
  return kind === "import" && name ? name : sources[kind];
}

/** Beside what the clinic has of a visit: what is in this browser alone. */
export function draftWords({ clinic, here, amount }: ListRow): string[] {
  if (!clinic || !here || !hasDraft(here)) return [];
  const own = amountOf(here);
  const isOther = own !== undefined && own.minor !== amount?.minor;
  return [isOther ? `Draft here: ${minorMoneyText(own.minor, own.currency)}` : "Draft here"];
}

interface TagsProps {
  readonly row: ListRow;
  readonly now: number;
  readonly matched: string | undefined;
  readonly handlers: RowHandlers;
  readonly tabIndex: number;
}

export function Tags({ row, now, matched, handlers, tabIndex }: TagsProps) {
  const { here } = row;
  const snoozeFor = snoozedWords(row, now);
  const tags = [
    ...(here && isExample(here) ? ["Example"] : row.isOnlyHere ? ["Only on this device"] : []),
    ...draftWords(row).map(
      (words) =>
        here && (
          <OpenLink key="draft" row={here} handlers={handlers} tabIndex={tabIndex}>
            {words}
          </OpenLink>
        ),
    ),
    ...(snoozeFor === "" ? [] : [snoozeFor]),
    ...(matched === undefined ? [] : [matched]),
  ];
  return tags.map((tag, index) => (
    <span key={index} className={styles.tag}>
      <Badge>{tag}</Badge>
    </span>
  ));
}
