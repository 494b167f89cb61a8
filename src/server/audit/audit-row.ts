import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { AuditOf, AuditTime, AuditWords } from "#room/server/define-handler.ts";

const refusedSession: ReadonlySet<string> = new Set([
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
]);

/** The row for an answer. A refused caller is recorded as unknown: the name they gave may not be theirs. */
export interface LeftRow extends AuditWords {
  readonly when: AuditTime;
  readonly isRefused?: boolean;
}

export function rowOf<K extends OperationKey>(
  key: K,
  audit: AuditOf<K>,
  { request, answer }: { request: RequestOf<K>; answer: ResponseOf<K> },
): LeftRow | undefined {
  const fault: { code: string } | undefined = registry[key].faults.read(answer);
  if (fault && refusedSession.has(fault.code))
    return { when: "counted", isRefused: true, action: "access refused", subject: registry[key].name };
  if (typeof audit === "string") return undefined;
  const noted = fault ? audit.noteOfFault?.(fault.code, request) : audit.note(request, answer);
  return noted && { when: fault ? "counted" : audit.when, ...noted };
}
