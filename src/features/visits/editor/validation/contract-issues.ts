import type { DraftEvent } from "#room/billing/draft-event.ts";
import { accept } from "#room/contract/accept.ts";
import type { Issue } from "#room/contract/issues.ts";
import { rulesLog } from "#room/contract/schemas/audit.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { charge } from "#room/contract/schemas/charge.ts";
import { diagnosis } from "#room/contract/schemas/diagnosis.ts";
import { payment } from "#room/contract/schemas/payment.ts";

type Row = typeof charge | typeof diagnosis | typeof payment | typeof rulesLog;

/** What the contract says of a row's object; objects of an event are never changed, only replaced. */
const known = new WeakMap<object, readonly Issue[]>();

function rowIssues(schema: Row, row: unknown): readonly Issue[] {
  const kept = typeof row === "object" && row !== null ? known.get(row) : undefined;
  if (kept) return kept;
  const read = accept(schema, row);
  const issues = read.ok ? [] : read.issues;
  if (typeof row === "object" && row !== null) known.set(row, issues);
  return issues;
}

/**
 * All faults of an event by the contract. Rows that are as they were are not read again, so that this costs little
 * at each key of a long visit. That all amounts are of one currency is a rule of its own and found there.
 */
export function contractIssues(event: DraftEvent): Issue[] {
  const { visitCharged, audit } = event;
  const { charges, diagnosis: diagnoses, payments } = visitCharged ?? {};
  const logs = audit?.rulesLogs;
  const lists = [
    [["visitCharged", "charges"], charge, charges?.slice(1) ?? [], 1],
    [["visitCharged", "diagnosis"], diagnosis, diagnoses ?? [], 0],
    [["visitCharged", "payments"], payment, payments ?? [], 0],
    [["audit", "rulesLogs"], rulesLog, logs ?? [], 0],
  ] as const;
  // The event around its rows, with one charge, since it needs one.
  const shell = {
    ...event,
    ...(visitCharged
      ? {
          visitCharged: {
            ...visitCharged,
            ...(charges ? { charges: charges.slice(0, 1) } : {}),
            ...(diagnoses ? { diagnosis: [] } : {}),
            ...(payments ? { payments: [] } : {}),
          },
        }
      : {}),
    ...(audit ? { audit: { ...audit, ...(logs ? { rulesLogs: [] } : {}) } } : {}),
  };
  const read = accept(autoChargedEvent, shell);
  const issues = read.ok ? [] : [...read.issues];
  for (const [base, schema, rows, first] of lists) {
    for (const [index, row] of rows.entries()) {
      for (const issue of rowIssues(schema, row)) {
        issues.push({ ...issue, path: [...base, index + first, ...issue.path] });
      }
    }
  }
  return issues;
}
