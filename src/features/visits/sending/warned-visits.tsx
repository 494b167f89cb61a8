import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { showDate } from "#room/billing/show-date.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./warned-visits.module.css";

export interface WarnedVisit {
  readonly id: string;
  readonly visitId: string;
  readonly serviceDate?: string | undefined;
  /** "$150.00". */
  readonly amount?: string | undefined;
  readonly warnings: readonly string[];
}

interface WarnedVisitsProps {
  readonly visits: readonly WarnedVisit[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

/** The most that are listed; the rest stay left out. */
const most = 200;

function nameOf({ serviceDate, amount }: WarnedVisit, title: string): string {
  const day = serviceDate ? showDate(serviceDate) : "No date";
  return [title, day, amount].filter(Boolean).join(" · ");
}

/** The visits with warnings and what they say: left out unless ticked. Nothing when there are none. */
export function WarnedVisits({ visits, ticked, onTick }: WarnedVisitsProps) {
  const titleOf = useVisitWords(visitTitle);
  if (visits.length === 0) return null;
  const shown = visits.slice(0, most);
  const tick = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(ticked);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    onTick(next);
  };
  const count = shown.filter(({ id }) => ticked.has(id)).length;
  const all = shown.map(({ id }) => id);
  return (
    <fieldset className={styles.warned}>
      <legend>
        {visits.length === 1
          ? "1 visit has warnings. It is left out unless you tick it."
          : `${formatCount(visits.length)} visits have warnings. They are left out unless you tick them.`}
      </legend>
      {shown.length > 1 ? (
        <Checkbox
          label={`All ${formatCount(shown.length)}, with their warnings`}
          checked={count === shown.length}
          isMixed={count > 0 && count < shown.length}
          onChange={({ target }) => tick(all, target.checked)}
        />
      ) : null}
      {/* Scrolled by keyboard through its boxes. */}
      <ul className={styles.list}>
        {shown.map((visit) => (
          <li key={visit.id}>
            <Checkbox
              label={nameOf(visit, titleOf(visit.visitId))}
              checked={ticked.has(visit.id)}
              onChange={({ target }) => tick([visit.id], target.checked)}
            />
            {visit.warnings.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </li>
        ))}
      </ul>
      {visits.length > most ? <p>and {formatCount(visits.length - most)} more, which stay left out</p> : null}
    </fieldset>
  );
}
