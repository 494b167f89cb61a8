import type { ComponentProps } from "react";
import { showDate } from "#room/billing/show-date.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { formatInFull, formatMoment } from "#room/ui/formats.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Badge, StateBadge } from "#room/ui/state-badge.tsx";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { amountOf } from "./amount-of.ts";
import { lastAttemptAt } from "./queue-view.ts";
import { actionOf } from "./row-action.ts";
import { situationOf } from "./situation.ts";
import type { ActionProps, CellProps, RowHandlers } from "./visits-row-props.ts";
import styles from "./visits-table.module.css";

/** What one column says of an event. */
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
      return row.lineCount.toLocaleString();
    case "amount":
      return amount === undefined ? (
        <span title="The amounts can’t be added up">–</span>
      ) : (
        formatMoney(amount.minor, amount.currency)
      );
    case "tries":
      return row.attempts.length.toLocaleString();
    case "waiting":
    case "holder":
    case "notes":
    case "payer":
    case "provider":
      return null;
    case "updated":
      return <Moment at={row.updatedAt} now={now} />;
    case "attempt":
      // A corrected version has the attempts of what it replaces behind it.
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

/** Whom a visit names, by name, or by the ID in short. */
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

/** An example is told from the real visits beside it wherever its row is read. */
function ExampleTag({ row }: { row: VisitSummary }) {
  return isExample(row) ? (
    <span className={styles.tag}>
      <Badge>Example</Badge>
    </span>
  ) : null;
}

export interface OpenLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  readonly row: VisitSummary;
  readonly handlers: RowHandlers;
}

/** A plain link: the router's own costs more to mount than all the rest of a row, and scrolling mounts dozens. */
export function OpenLink({ row, handlers, children, ...props }: OpenLinkProps) {
  return (
    <a
      {...props}
      href={`/visits/${row.eventId}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        handlers.open(row.eventId);
      }}
    >
      {children}
    </a>
  );
}

/** Opens the visit; named by its id. */
export function VisitLink({ row, handlers, tabIndex }: Pick<CellProps, "row" | "handlers" | "tabIndex">) {
  return (
    <OpenLink row={row} handlers={handlers} className={styles.link} tabIndex={tabIndex} title={row.visitId}>
      {row.visitId === "" ? "No visit ID" : shortGuid(row.visitId)}
    </OpenLink>
  );
}

export function Moment({ at, now }: { at: number; now: number }) {
  return (
    <time className={styles.quiet} dateTime={new Date(at).toISOString()} title={formatInFull(at)}>
      {formatMoment(at, now)}
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
};

function sourceWords({ source }: VisitSummary): string {
  const { kind, name } = source;
  return kind === "import" && name ? name : sources[kind];
}

/** What can be done with an event in its row. */
export function Action({ row, tabIndex, handlers }: ActionProps) {
  const offered = actionOf(row);
  if (offered === undefined)
    return (
      <OpenLink row={row} handlers={handlers} className={styles.action} tabIndex={tabIndex}>
        Open
      </OpenLink>
    );
  const [action, words] = offered;
  return (
    <button
      type="button"
      className={styles.action}
      tabIndex={tabIndex}
      onClick={() => handlers.act(action, row.eventId)}
    >
      {words}
    </button>
  );
}
