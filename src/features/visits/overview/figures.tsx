import { counted } from "#room/contract/primitives/counted.ts";
import type { ReactNode } from "react";
import { totalText } from "#room/billing/money-text.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./overview-page.module.css";
import { QueueLink } from "./queue-link.tsx";

/** "3 h", "2.5 days". */
export function spanWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  if (hours < 36) return `${Math.round(hours)} h`;
  return `${(hours / 24).toLocaleString(undefined, { maximumFractionDigits: 1 })} days`;
}

export interface FiguresProps {
  readonly summary: ResponseOf<"summarizeVisits">;
  readonly days: number;
}

/** Key figures of the clinic; each links to its visits. */
export function Figures({ summary, days }: FiguresProps) {
  const { byState, byAge, perDay, medianSecondsToCharge: median, chargedAfterHold: later } = summary;
  const voided = summary.chargedThenVoided ?? 0;
  const open = byState.filter(({ name }) => name === "withheld" || name === "refused");
  const count = open.reduce((sum, group) => sum + group.count, 0);
  const refused = open.find(({ name }) => name === "refused")?.count ?? 0;
  const oldest = byAge.find(({ name }) => name === "8+");
  const old = oldest?.count ?? 0;
  const charged = perDay.reduce((sum, day) => sum + day.charged, 0);
  const corrected = perDay.reduce((sum, day) => sum + (day.corrected ?? 0), 0);
  const all = perDay.reduce((sum, day) => sum + day.charged + day.withheld + day.refused, 0);
  // The days the figures are of.
  const age = perDay[0] ? `${perDay[0].date}..` : "";
  const visits = (number: number) => counted(number, "visit");
  return (
    <div className={styles.figures}>
      <Figure
        title="Open now"
        value={totalText(open.flatMap(({ sums }) => sums)) || (count === 0 ? "None" : visits(count))}
        view={{ tab: "open" }}
      >
        {count === 0 ? "no open visits" : visits(count)}
        {refused > 0 ? `, ${formatCount(refused)} of them refused` : ""}
      </Figure>
      <Figure
        title="Waiting 8 days or more"
        value={totalText(oldest?.sums ?? []) || (old === 0 ? "None" : visits(old))}
        view={{ tab: "open", waited: "8+" }}
      >
        {old === 0 ? "no visit has waited that long" : visits(old)}
      </Figure>
      <Figure
        title="Submissions charged"
        value={all === 0 ? "–" : `${Math.round((charged / all) * 100)}%`}
        view={{ tab: "charged", age }}
      >
        {formatCount(charged)} of {formatCount(all)} submissions in {days} days
        {typeof later === "number" && charged > 0
          ? `: ${formatCount(later)} of them after being withheld${voided > 0 ? `, ${formatCount(voided)} void by now` : ""}`
          : ""}
        {corrected > 0 ? `; apart from these, ${counted(corrected, "charge")} corrected` : ""}
      </Figure>
      <Figure
        title="From withheld to charged"
        value={typeof median === "number" ? spanWords(median) : "–"}
        view={{ tab: "charged", age, sort: "updated", isDescending: true }}
      >
        {typeof median === "number" ? "median, from arrival to charge" : "no withheld visit charged yet"}
      </Figure>
    </div>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly view: Partial<ClinicSearch>;
  readonly children: ReactNode;
}

function Figure({ title, value, view, children }: FigureProps) {
  return (
    <QueueLink view={view} className={styles.figure}>
      <span className={styles.figureTitle}>{title}</span>
      <span className={styles.figureValue}>{value}</span>
      <span className="quiet">{children}</span>
    </QueueLink>
  );
}
