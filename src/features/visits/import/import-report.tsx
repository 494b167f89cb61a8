import { useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { describePath } from "#room/billing/field-names.ts";
import { parsePath } from "#room/contract/issues.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./import-report.module.css";
import type { Importer, ImportState } from "./import-run.ts";
import { importDetails, importTitle, placeOf, readCount, refusedText } from "./import-words.ts";
import type { RefusedItem } from "./read-sources.ts";
import { useImportState } from "./use-importer.ts";

export interface ImportReportProps {
  readonly importer: Importer;
  /** Opens the merge of these events. */
  readonly onMerge: (eventIds: readonly string[]) => void;
}

/** Where the import stands, and what became of it; nothing while there is none. */
export function ImportReport({ importer, onMerge }: ImportReportProps) {
  const state = useImportState(importer);
  return (
    <div role="status" aria-label="Import">
      {state?.phase === "running" ? <Running state={state} onStop={importer.stop} /> : null}
      {state && state.phase !== "running" ? (
        <Report state={state} onMerge={onMerge} onClose={importer.dismiss} />
      ) : null}
    </div>
  );
}

function Running({ state, onStop }: { state: ImportState; onStop: () => void }) {
  return (
    <div className={styles.report}>
      <ProgressBar
        label={`${importTitle(state)}: ${readCount(state).toLocaleString()} read`}
        value={state.bytesRead}
        total={Math.max(1, state.totalBytes)}
        detail={
          <Button size="small" onClick={onStop}>
            Stop
          </Button>
        }
      />
    </div>
  );
}

function toneOf({ phase, counts, faulty, refused }: ImportState) {
  if (phase === "failed") return "bad";
  if (refused.length > 0 && counts.added + counts.updated + counts.same === 0) return "bad";
  return refused.length > 0 || faulty > 0 || counts.conflict > 0 || counts.charged > 0 || phase === "stopped"
    ? "warn"
    : "ok";
}

interface ReportProps {
  readonly state: ImportState;
  readonly onMerge: (eventIds: readonly string[]) => void;
  readonly onClose: () => void;
}

function Report({ state, onMerge, onClose }: ReportProps) {
  const [isOpen, setOpen] = useState(state.refused.length > 0 && state.refused.length <= 5);
  const details = importDetails(state);
  return (
    <div className={styles.report}>
      <Banner
        tone={toneOf(state)}
        title={importTitle(state)}
        isFailure={false}
        actions={
          <>
            {state.conflicts.length > 0 ? (
              <Button size="small" onClick={() => onMerge(state.conflicts)}>
                Merge…
              </Button>
            ) : null}
            {state.refused.length > 0 ? (
              <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? "Hide what couldn’t be read" : "Show what couldn’t be read"}
              </Button>
            ) : null}
            <Button size="small" look="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {details.length > 0 ? details.join(" ") : null}
      </Banner>
      {isOpen ? <Faults state={state} /> : null}
    </div>
  );
}

const shownAtMost = 50;

function Faults({ state }: { state: ImportState }) {
  const copy = async () => {
    await navigator.clipboard.writeText(refusedText(state));
    toast({ title: "List copied" });
  };
  return (
    <>
      {/* Scrolled by the keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.faults} tabIndex={0} role="region" aria-label="Couldn’t be read, scrolled">
        <ul aria-label="Couldn’t be read">
          {state.refused.slice(0, shownAtMost).map((item, index) => (
            <Fault key={index} item={item} />
          ))}
        </ul>
      </div>
      <div>
        <Button size="small" onClick={() => void copy()}>
          Copy list
        </Button>
        {state.refused.length > shownAtMost
          ? ` The first ${shownAtMost} of ${state.refused.length.toLocaleString()} are shown; the copy has all of them.`
          : null}
      </div>
    </>
  );
}

function Fault({ item }: { item: RefusedItem }) {
  const { file, eventId, faults } = item;
  const place = placeOf(item);
  return (
    <li className={styles.fault}>
      <span className={styles.where}>
        {file}
        {place && `, ${place}`}
        {eventId === undefined ? "" : ` · ${shortGuid(eventId)}`}
      </span>
      <ul className={styles.list}>
        {faults.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path === "" ? null : <span className={styles.path}>{describePath(parsePath(path))}: </span>}
            {message}
          </li>
        ))}
      </ul>
    </li>
  );
}
