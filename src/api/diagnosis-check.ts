import { onlineManager, type QueryClient } from "@tanstack/react-query";
import {
  bareDiagnosisCode,
  type CodeSystem,
  codeSystemOf,
  codeSystemOn,
  dottedDiagnosisCode,
} from "#room/contract/primitives/diagnosis-code.ts";
import { clinicToday } from "./clinic-today.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { registry, type ResponseOf } from "#room/contract/registry.ts";
import { callOperation } from "./call-operation.ts";
import { describeFailure } from "./describe-failure.ts";
import { OperationRefused } from "./failures.ts";
import { fewAtATime } from "./few-at-a-time.ts";
import { retryInterval } from "./retry-delay.ts";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import { codeSetsQuery, mayAsk } from "./code-sets-query.ts";

/** The code to check. Without a system the date of service decides; without a date it is today. */
export interface DiagnosisQuestion {
  readonly code: string;
  readonly codeSystemName?: string | null | undefined;
  readonly svcDate?: string | null | undefined;
}

/**
 * The service's answer: `billable`; `header` (valid, but needs more characters); `invalid` (not in the set for that
 * date); `not-checked` (no answer, or an inconclusive one; see `reason`).
 */
export interface DiagnosisCheck {
  readonly state: "empty" | "checking" | "billable" | "header" | "invalid" | "not-checked";
  /** The usual dotted form, if the service knows the code. */
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  readonly codeSystemName?: string | undefined;
  /** Why it could not be checked, as a sentence. */
  readonly reason?: string | undefined;
  /** True when the service itself declined to say: asking again now would not help. */
  readonly isRefused?: boolean;
}

export const emptyCheck: DiagnosisCheck = { state: "empty" };
export const checkUnderWay: DiagnosisCheck = { state: "checking" };
export const checkKey = "diagnosis-check";
const inTurn = fewAtATime(4);
export const shortestCode = 3;

// A type, not an interface: the request's schema keeps unknown members, which an interface may have.
type CheckRequest = {
  readonly code: string;
  readonly codeSystemName?: string;
  readonly svcDate: string;
};

/** Normalizes a question, so that one answer serves all spellings. */
export function checkRequest({ code, codeSystemName, svcDate }: DiagnosisQuestion): CheckRequest {
  const named = codeSystemName?.trim() ?? "";
  const system = codeSystemOf(named);
  const date = calendarDateOf(svcDate) ?? (svcDate?.trim() || clinicToday());
  return {
    code: usualForm(code, system ?? codeSystemOn(date)),
    ...(named === "" ? {} : { codeSystemName: system ?? named }),
    svcDate: date,
  };
}

/** Dotted, which every service reads; text that cannot be a code of that system stays as typed. */
function usualForm(code: string, system: CodeSystem): string {
  const bare = bareDiagnosisCode(code, system);
  return bare === undefined ? code.trim() : dottedDiagnosisCode(bare, system);
}

export function checkQuery(request: CheckRequest, version: string) {
  return {
    // The date is in the key, so that an answer is kept only for that day.
    queryKey: [checkKey, version, clinicToday(), request] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      inTurn(() => callOperation("verifyDiagnosis", request, { signal }), signal),
    staleTime: registry.verifyDiagnosis.freshMs,
    gcTime: registry.verifyDiagnosis.freshMs,
    retry: isWorthRetrying,
    refetchInterval: retryInterval,
  };
}

export function checkOf(reply: ResponseOf<"verifyDiagnosis">): DiagnosisCheck {
  const { code } = reply;
  const known = {
    code: code?.code,
    description: code?.description ?? undefined,
    codeSystemName: code?.codeSystemName ?? undefined,
  };
  if (!reply.isValid) return { state: "invalid", ...known };
  return { state: code?.isChargeable === true ? "billable" : "header", ...known };
}

export function uncheckedOf(error: unknown): DiagnosisCheck {
  if (error instanceof OperationRefused)
    return { state: "not-checked", reason: error.message, isRefused: true };
  return { state: "not-checked", reason: describeFailure(error).title };
}

/** Checks one code outside a component, using the same cache. `isOnce`: without waiting or retrying. Never throws. */
export async function checkDiagnosis(
  client: QueryClient,
  question: DiagnosisQuestion,
  { isOnce = false } = {},
): Promise<DiagnosisCheck> {
  if (question.code.trim() === "") return emptyCheck;
  if (isOnce && !onlineManager.isOnline()) return { state: "not-checked" };
  const once = isOnce ? { retry: false } : {};
  try {
    const sets = mayAsk() ? await client.fetchQuery({ ...codeSetsQuery(), ...once }).catch(() => null) : null;
    const query = checkQuery(checkRequest(question), sets?.version ?? "");
    return checkOf(await client.fetchQuery({ ...query, ...once }));
  } catch (error) {
    return uncheckedOf(error);
  }
}
