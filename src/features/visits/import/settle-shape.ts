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
      throw new Unreadable(path, "This line has no fields, so it can't be opened to be corrected.");
    return settleMembers(shape, row);
  };
}

function partOf(value: unknown, path: string): JsonObject {
  if (isRecord(value)) return value;
  throw new Unreadable(path, `“${path}” must hold fields, but it is ${JSON.stringify(value)}.`);
}

/**
 * An event of another program as a draft that can be read and corrected: numbers that came as text, a code that came as
 * a number, one row that came without its list. Throws Unreadable where no draft can hold what is there.
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
