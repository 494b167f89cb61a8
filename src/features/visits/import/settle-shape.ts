import {
  auditShape,
  chargeShape,
  diagnosisShape,
  eventShape,
  paymentShape,
  rulesLogShape,
  visitShape,
  type Shape,
} from "#room/features/visits/editor/draft/draft.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { withMembers, type JsonObject } from "#room/features/visits/editor/draft/json-object.ts";
import { type Settle, isAbsent, Unreadable, listOf, settleMembers } from "./settle-leaf.ts";

function rowOf(shape: Shape): Settle {
  return (row, path) => {
    if (!isRecord(row))
      throw new Unreadable(path, "This line has no fields, so it can’t be opened to be corrected.");
    return settleMembers(shape, row);
  };
}

function partOf(value: unknown, path: string): JsonObject {
  if (isRecord(value)) return value;
  throw new Unreadable(path, `“${path}” must hold fields, but it is ${JSON.stringify(value)}.`);
}

/**
 * Converts another program's event to a draft that can be read and corrected: numbers given as text, a code given as a
 * number, a single row without its list. Throws Unreadable when no draft can contain it.
 */
export function settleShape(event: JsonObject): JsonObject {
  const visit = partOf(event["visitCharged"], "visitCharged");
  const { audit } = event;
  const lists: readonly (readonly [string, Shape])[] = [
    ["charges", chargeShape],
    ["diagnosis", diagnosisShape],
    ["payments", paymentShape],
  ];
  const rows: Record<string, unknown> = {};
  for (const [name, shape] of lists)
    if (!isAbsent(visit[name])) rows[name] = listOf(visit[name], `visitCharged.${name}`, rowOf(shape));
  const settled = {
    visitCharged: withMembers(settleMembers(visitShape, visit), rows),
    ...(isAbsent(audit) ? {} : { audit: settleAudit(partOf(audit, "audit")) }),
  };
  return withMembers(settleMembers(eventShape, event), settled);
}

function settleAudit(audit: JsonObject): JsonObject {
  const { rulesLogs } = audit;
  const settled = settleMembers(auditShape, audit);
  if (isAbsent(rulesLogs)) return settled;
  return withMembers(settled, { rulesLogs: listOf(rulesLogs, "audit.rulesLogs", rowOf(rulesLogShape)) });
}
