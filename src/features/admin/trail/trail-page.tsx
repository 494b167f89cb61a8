import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Page } from "#room/ui/page.tsx";
import { FailedRead } from "#room/ui/fetched.tsx";
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { directoryKinds } from "#room/contract/schemas/directory.ts";
import type { AuditEntryRow } from "#room/contract/operations/audit-trail.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { formatCount } from "#room/ui/formats.ts";
import { useChainCheck } from "./chain-check.tsx";
import { ExportTrail } from "./export-trail.tsx";
import { TrailFilter } from "./trail-filter.tsx";
import { filterOf } from "./trail-query.ts";
import { auditActionWords, auditSubjectWords } from "./audit-action-words.ts";
import styles from "./trail.module.css";
import { useTrail } from "./use-trail.ts";

/** A wire instant (UTC) by the clinic’s clock, by whose days the entries are filtered. */
function timeText(at: string): string {
  return clinicTimes().toSecond(new Date(`${at.slice(0, 19)}Z`));
}

function TrailTable({ entries }: { readonly entries: readonly AuditEntryRow[] }) {
  return (
    <Table
      look="cards"
      label="Audit log"
      heads={["No.", "When", "Who", "What", "To what", "From address", "Session"]}
    >
      {entries.map((entry) => (
        <tr key={entry.seq}>
          <td className={table.id}>{entry.seq}</td>
          <td className="nowrap">{timeText(entry.at)}</td>
          <td>{entry.actor ?? <span className="quiet">unknown</span>}</td>
          <td>{auditActionWords(entry.action)}</td>
          <td className={styles.subject}>
            <Subject subject={entry.subject ?? ""} />
          </td>
          <td className={table.id} data-label="From">
            {entry.remoteAddress}
          </td>
          <td className={table.id} data-label="Session">
            {entry.session}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** In words; what the log itself says stands behind Details. */
function Subject({ subject }: { readonly subject: string }) {
  const names = useNames();
  const words = auditSubjectWords(subject, (kind, id) => {
    const named = directoryKinds.find((each) => each === kind);
    return named && names.nameOf(named, id);
  });
  return (
    <>
      {words}
      <TechnicalIds ids={[words === subject ? undefined : subject]} />
    </>
  );
}

const route = getRouteApi("/console/admin/trail");

export function TrailPage() {
  const search = route.useSearch();
  const filter = useMemo(() => filterOf(search), [search]);
  const chain = useChainCheck();
  return (
    <Page
      title="Audit log"
      actions={
        <>
          <ExportTrail filter={filter} />
          {chain.button}
        </>
      }
    >
      {chain.verdict}
      <TrailFilter search={search} />
      <Rows key={JSON.stringify(filter)} filter={filter} />
    </Page>
  );
}

function Rows({ filter }: { readonly filter: ReturnType<typeof filterOf> }) {
  const { entries, total, downTo, error, isLoading, isLooking, hasMore, more, stop, again } =
    useTrail(filter);
  const failure = error ? describeFailure(error) : undefined;
  if (isLoading) return <EmptyState icon={<Spinner />} title="Loading the audit log…" />;
  return (
    <>
      <FailedRead failure={failure} onRetry={again} className="inset" />
      {entries.length > 0 ? <TrailTable entries={entries} /> : null}
      {entries.length === 0 && !isLooking && !failure ? (
        <EmptyState title={hasMore ? "No entries found so far" : "No entries found"}>
          {Object.keys(filter).length === 0
            ? "Nothing has happened yet."
            : "Nothing in the audit log matches this filter."}
        </EmptyState>
      ) : null}
      <div className={`row quiet ${styles.foot}`}>
        <span role="status">
          {total === undefined
            ? null
            : isLooking && downTo !== undefined
              ? `Looking further back, at entry ${formatCount(downTo)} of ${formatCount(total)}…`
              : `${formatCount(entries.length)} shown; the whole log has ${formatCount(total)}`}
        </span>
        {isLooking ? <Button onClick={stop}>Stop</Button> : null}
        {hasMore && !isLooking ? <Button onClick={more}>Show older</Button> : null}
      </div>
    </>
  );
}
