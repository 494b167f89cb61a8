import { serviceNow } from "#room/api/service-clock.ts";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { ClinicList } from "#room/features/visits/clinic/clinic-list.tsx";
import { useClinicToDo } from "#room/features/visits/clinic/use-clinic-counts.ts";
import { ImportButton } from "#room/features/visits/import/import-button.tsx";
import type { ImportSource } from "#room/features/visits/import/import-source.ts";
import { useArrivals } from "#room/features/visits/import/use-arrivals.ts";
import { useImporter } from "#room/features/visits/import/use-importer.ts";
import { RunStatus } from "#room/features/visits/run-status.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { latePart } from "#room/features/parts/late-part.tsx";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { useCommands } from "#room/ui/commands.ts";
import { PageHeader } from "#room/ui/page-header.tsx";
import { useKeptFocus } from "#room/ui/use-kept-focus.ts";
import { useNow } from "#room/ui/use-now.ts";
import { EmptyQueue } from "./empty-queue.tsx";
import { OutboxNotice } from "./outbox-notice.tsx";
import { useQueue } from "./use-queue.ts";
import styles from "./visits-page.module.css";
import { Filled } from "./filled-queue.tsx";
import { route } from "./visits-route.ts";

const ImportReport = latePart(
  async () => (await import("#room/features/visits/import/import-report.tsx")).ImportReport,
);
const PasteDialog = lateDialog(
  async () => (await import("#room/features/visits/import/paste-dialog.tsx")).PasteDialog,
);
const MergeDialog = lateDialog(
  async () => (await import("#room/features/visits/merge/merge-dialog.tsx")).MergeDialog,
);

/** The work queue: the clinic's visits, if the service keeps them, and all events of this user in this browser. */
export function VisitsPage() {
  // Times become dates at midnight.
  const now = useNow(60_000, serviceNow);
  const queue = useQueue(now);
  const importer = useImporter();
  const { hasClinic } = useClinicToDo();
  const { in: place } = route.useSearch();
  const isClinic = hasClinic && place !== "browser";
  const [merging, setMerging] = useState<readonly string[]>([]);
  /** Undefined until it is opened first; it keeps what is typed while it is closed. */
  const [isPasting, setPasting] = useState<boolean>();
  const take = useCallback((sources: readonly ImportSource[]) => void importer.start(sources), [importer]);
  const isOver = useArrivals(take);
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root);
  useCommands([
    { id: "paste", title: "Paste visits", group: "Visits", words: "json", run: () => setPasting(true) },
  ]);
  return (
    <div ref={root} className="column">
      <PageHeader
        title="Visits"
        actions={
          <>
            {hasClinic ? <ListSwitch isClinic={isClinic} /> : null}
            <ImportButton onArrive={take} />
            <NewVisit />
          </>
        }
      />
      <RunStatus label="Import" job={importer}>
        {(state) => <ImportReport {...{ state, importer }} onMerge={setMerging} />}
      </RunStatus>
      <OutboxNotice />
      {isClinic ? (
        <ClinicList now={now} onMerge={setMerging} onPaste={() => setPasting(true)} />
      ) : queue.all.length === 0 ? (
        <EmptyQueue onPaste={() => setPasting(true)} />
      ) : (
        <Filled queue={queue} now={now} onMerge={setMerging} />
      )}
      {merging.length > 0 ? <MergeDialog eventIds={merging} onClose={() => setMerging([])} /> : null}
      {isPasting === undefined ? null : (
        <PasteDialog isOpen={isPasting} onClose={() => setPasting(false)} onArrive={take} />
      )}
      {isOver ? <div className={styles.drop}>Drop files to import visits</div> : null}
    </div>
  );
}

/** Switches between the clinic's list and this browser's, with the actions for the latter. */
function ListSwitch({ isClinic }: { readonly isClinic: boolean }) {
  return (
    <Link to="/visits" search={isClinic ? { in: "browser" } : {}} className={buttonClass("quiet")}>
      {isClinic ? "On this device" : "All of the clinic"}
    </Link>
  );
}

function NewVisit() {
  const navigate = useNavigate();
  return (
    <Button look="primary" onClick={() => void navigate({ to: "/visits/new" })}>
      New visit charge
    </Button>
  );
}
