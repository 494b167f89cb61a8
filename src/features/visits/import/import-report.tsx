import { shortGuid } from "#room/contract/primitives/guid.ts";
import { describePath } from "#room/billing/field-names.ts";
import { parsePath } from "#room/contract/issues.ts";
import { Button } from "#room/ui/button.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import styles from "./import-report.module.css";
import type { ImportState } from "./import-state.ts";
import { placeOf, refusedText, importDetails, importTitle, readCount } from "./import-words.ts";
import type { RefusedItem } from "./import-source.ts";
import { RunReport } from "#room/features/visits/run-report.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { Importer } from "./import-job.ts";

const shownAtMost = 50;

function Faults({ state }: { state: ImportState }) {
  const copy = () => void copyText(refusedText(state), { title: "List copied" });
  return (
    <>
      {/* Scrollable by keyboard too. */}
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
          ? ` The first ${shownAtMost} of ${formatCount(state.refused.length)} are shown; the copy has all of them.`
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

function toneOf({ phase, counts, faulty, refused }: ImportState) {
  if (phase === "failed") return "bad";
  if (refused.length > 0 && counts.added + counts.updated + counts.same === 0) return "bad";
  return refused.length > 0 || faulty > 0 || counts.conflict > 0 || counts.charged > 0 || phase === "stopped"
    ? "warn"
    : "ok";
}

export interface ImportReportProps {
  readonly state: ImportState;
  readonly importer: Importer;
  readonly onMerge: (eventIds: readonly string[]) => void;
}

export function ImportReport({ state, importer, onMerge }: ImportReportProps) {
  const { conflicts, refused, bytesRead, totalBytes } = state;
  const details = importDetails(state);
  return (
    <RunReport
      state={state}
      job={importer}
      progress={{
        label: `${importTitle(state)}: ${formatCount(readCount(state))} read`,
        value: bytesRead,
        total: Math.max(1, totalBytes),
      }}
      tone={toneOf(state)}
      title={importTitle(state)}
      isFailure={false}
      actions={
        conflicts.length > 0 ? (
          <Button size="small" onClick={() => onMerge(conflicts)}>
            Merge…
          </Button>
        ) : null
      }
      list={
        refused.length > 0
          ? { name: "what couldn’t be read", isOpen: refused.length <= 5, content: <Faults state={state} /> }
          : undefined
      }
    >
      {details.length > 0 ? details.join(" ") : null}
    </RunReport>
  );
}
