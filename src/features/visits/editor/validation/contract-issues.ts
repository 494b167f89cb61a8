import type { DraftEvent } from "#room/billing/draft-event.ts";
import { accept } from "#room/contract/accept.ts";
import type { Issue } from "#room/contract/issues.ts";
import {
  rulesLog,
  autoChargedEvent,
  charge,
  diagnosis,
  payment,
} from "#room/contract/schemas/auto-charged-event.ts";

type Row = typeof charge | typeof diagnosis | typeof payment | typeof rulesLog;

/** The contract's issues per row object; objects of an event are replaced, never mutated. */
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
 * All of an event's contract faults. Unchanged rows are not validated again, so that a key in a long visit stays cheap.
 * Mixed currencies are left to their own rule.
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
  // The event without its rows, with one charge, because it needs one.
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
