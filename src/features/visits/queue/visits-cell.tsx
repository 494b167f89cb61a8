import { showDate } from "#room/billing/show-date.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { formatCount } from "#room/ui/formats.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { amountOf } from "./amount-of.ts";
import { lastAttemptAt } from "./queue-view.ts";
import { situationOf } from "./situation.ts";
import type { CellProps } from "./visits-row-props.ts";
import styles from "./visits-table.module.css";
import { VisitLink, ExampleTag } from "./visit-link.tsx";
import { Names, sourceWords, Moment } from "./row-words.tsx";

/** One column of an event. */
export function Cell({ row, id, isNarrow, now, tabIndex, invoiceWords, handlers }: CellProps) {
  const situation = situationOf(row);
  const words = invoiceWords ?? situation.words;
  const attempt = lastAttemptAt(row);
  const amount = amountOf(row);
  switch (id) {
    case "state":
      return <StateBadge tone={situation.tone}>{situation.label}</StateBadge>;
    case "visit":
      return (
        <>
          {isNarrow ? (
            <span className={styles.head}>
              <StateBadge tone={situation.tone}>{situation.label}</StateBadge>
            </span>
          ) : null}
          <VisitLink row={row} handlers={handlers} tabIndex={tabIndex} />
          {isNarrow && row.serviceDate !== undefined ? (
            <span className={styles.quiet}> · {showDate(row.serviceDate)}</span>
          ) : null}
          {isNarrow ? (
            <span className={styles.second}>
              <ExampleTag row={row} />
              {words}
            </span>
          ) : null}
        </>
      );
    case "reason":
      return invoiceWords === undefined ? (
        <span title={words}>
          <ExampleTag row={row} />
          {words}
        </span>
      ) : (
        <button
          type="button"
          className={styles.invoice}
          tabIndex={tabIndex}
          onClick={() => handlers.act("invoice", row.eventId)}
        >
          {words}
        </button>
      );
    case "service":
      return row.serviceDate === undefined ? (
        <span className={styles.quiet}>No date</span>
      ) : (
        <time dateTime={row.serviceDate} title={row.serviceDate}>
          {showDate(row.serviceDate)}
        </time>
      );
    case "practice":
      return <Names kind="practice" ids={[row.practiceId]} />;
    case "source":
      return <span className={styles.quiet}>{sourceWords(row)}</span>;
    case "lines":
      return formatCount(row.lineCount);
    case "amount":
      return amount === undefined ? (
        <span title="The amounts can’t be added up">–</span>
      ) : (
        formatMoney(amount.minor, amount.currency)
      );
    case "tries":
      return formatCount(row.attempts.length);
    case "waiting":
    case "holder":
    case "notes":
    case "payer":
    case "provider":
      return null;
    case "updated":
      return <Moment at={row.updatedAt} now={now} />;
    case "attempt":
      // A corrected version also has the attempts of the one it replaced.
      return attempt === undefined && row.source.kind !== "reissue" ? (
        <span className={styles.quiet}>–</span>
      ) : (
        <button
          type="button"
          className={styles.invoice}
          tabIndex={tabIndex}
          title="All attempts to send this visit"
          onClick={() => handlers.act("attempts", row.eventId)}
        >
          {attempt === undefined ? "Earlier attempts" : <Moment at={attempt} now={now} />}
        </button>
      );
  }
}
