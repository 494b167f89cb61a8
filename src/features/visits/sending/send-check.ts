import type { QueryClient } from "@tanstack/react-query";
import { chargeCheck, chargeCodesOf } from "#room/api/charge-checks.ts";
import { checkDiagnosis, type DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { loadCode } from "#room/api/load-code.ts";
import { fewAtATime } from "#room/api/few-at-a-time.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import {
  diagnosisCheckKey,
  type DiagnosisCheck as KnownCheck,
  type EarlierEvent,
  type Facts,
  type ProcedureChecks,
} from "#room/billing/facts.ts";
import type { Finding } from "#room/billing/finding.ts";
import { codeThatCounts, serviceDateOf } from "#room/billing/service-date.ts";
import { codeSystemOn } from "#room/contract/primitives/diagnosis-code.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";

export interface DiagnosisQuestion {
  readonly code: string;
  readonly codeSystemName: string;
  readonly svcDate: string | undefined;
}

/** What the answers tell the rules; a code without a conclusive answer is not among them. */
export function diagnosisFacts(
  questions: readonly DiagnosisQuestion[],
  checks: readonly (DiagnosisCheck | undefined)[],
): ReadonlyMap<string, KnownCheck> {
  const known = new Map<string, KnownCheck>();
  for (const [index, { code, codeSystemName, svcDate }] of questions.entries()) {
    const check = checks[index];
    if (!check || !["billable", "header", "invalid"].includes(check.state)) continue;
    known.set(diagnosisCheckKey(codeSystemName, code, svcDate), {
      isValid: check.state !== "invalid",
      isChargeable: check.state === "billable",
      ...(check.description === undefined ? {} : { description: check.description }),
    });
  }
  return known;
}

export function procedureFacts(
  answer: (ResponseOf<"checkProcedures"> & { readonly svcDate: string }) | undefined,
): ProcedureChecks | undefined {
  return (
    answer && {
      svcDate: answer.svcDate,
      byCode: new Map(answer.procedures.map((one) => [one.code, one])),
    }
  );
}

type Known = Pick<Visits, "ofVisit" | "summary"> & { readonly service: Pick<Visits["service"], "row"> };

/** What is asked about, as it stands: what is stored can lag behind what is typed. */
export interface AskedEvent {
  readonly eventId: string;
  readonly visitId: string;
  readonly serviceDate: string | undefined;
}

/**
 * The charged visit that an event is a copy of; undefined if it is none, is charged itself or for another day, or its
 * original is not charged or is void.
 */
export function copiedFrom(
  visits: Known,
  { eventId, serviceDate }: Pick<AskedEvent, "eventId" | "serviceDate">,
): EarlierEvent | undefined {
  const { source, state } = visits.summary(eventId) ?? {};
  if (source?.kind !== "copy" || source.name === undefined || state === "charged") return undefined;
  const original = visits.summary(source.name);
  const row = original && visits.service.row(original.visitId);
  const isCharged = source.charged !== undefined || [original, row].some((of) => of?.state === "charged");
  if (!isCharged || row?.state === "voided") return undefined;
  const day = row?.serviceDate ?? original?.serviceDate ?? source.charged?.serviceDate;
  if (serviceDate !== undefined && day !== undefined && serviceDate !== day) return undefined;
  const invoice = row?.invoiceNumber ?? source.charged?.invoice;
  return { eventId: source.name, state: "copied", ...(invoice && { invoice }) };
}

/** The other events in this browser that mean something for this one. */
export function earlierEventsOf(visits: Known, asked: AskedEvent): readonly EarlierEvent[] {
  const { eventId, visitId } = asked;
  // What is charged is not sent again; a correction may have charged its visit since.
  if (visits.summary(eventId)?.state === "charged") return [];
  const original = copiedFrom(visits, asked);
  const isCorrection = visits.summary(eventId)?.source.corrects !== undefined;
  const sameVisit = isGuidAbsent(visitId) ? [] : visits.ofVisit(canonicalGuid(visitId) ?? visitId);
  const ofVisit = sameVisit
    .filter((event) => event.eventId !== eventId)
    .flatMap(({ eventId: id, state, queued }): EarlierEvent[] => {
      // A correction takes the place of what was charged.
      if (isCorrection && state === "charged") return [];
      if (state === "charged" || state === "unknown") return [{ eventId: id, state }];
      return queued ? [{ eventId: id, state: "waiting" }] : [];
    });
  return original ? [original, ...ofVisit] : ofVisit;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function diagnosesOf(event: DraftEvent, client: QueryClient) {
  const svcDate = serviceDateOf(event);
  const needed = codeSystemOn(svcDate);
  const questions = (event.visitCharged?.diagnosis ?? []).flatMap((row) => {
    const counted = codeThatCounts(row, svcDate);
    // A code of the other system cannot be checked for that date.
    return counted && needed !== undefined && counted.system === needed
      ? [{ code: counted.code, codeSystemName: counted.system, svcDate }]
      : [];
  });
  const checks = questions.map((each) => checkDiagnosis(client, each, { isOnce: true }));
  return diagnosisFacts(questions, await Promise.all(checks));
}

export interface SendCheckParts {
  readonly client: QueryClient;
  readonly visits: Known;
}

/** Everything the rules know about an event on its own page, from the same caches. */
async function factsFor(event: DraftEvent, { client, visits }: SendCheckParts): Promise<Facts> {
  const visit = event.visitCharged;
  const charges = chargeCodesOf(
    (visit?.charges ?? []).map(({ cpt }) => textOf(cpt)),
    serviceDateOf(event),
  );
  const [diagnosisChecks, claimEdits, procedures] = await Promise.all([
    diagnosesOf(event, client),
    chargeCheck(client, "checkClaimEdits", charges),
    chargeCheck(client, "checkProcedures", charges),
  ]);
  return {
    today: practiceToday(textOf(visit?.practiceId)),
    fees: namesNow().fees,
    diagnosisChecks,
    claimEdits,
    procedureChecks: procedureFacts(procedures),
    earlierEvents: earlierEventsOf(visits, {
      eventId: textOf(event["eventId"]),
      visitId: textOf(visit?.visitId),
      serviceDate: serviceDateOf(event),
    }),
  };
}

/** What stands at an event before it is sent: the findings that its own page shows. */
export interface SendCheck {
  readonly hasProblems: boolean;
  /** Each warning once, as its page words it. */
  readonly warnings: readonly string[];
}

/** The same guard for one event of many as for the open one: many are never sent with less. */
export async function checkBeforeSend(event: DraftEvent, parts: SendCheckParts): Promise<SendCheck> {
  const [{ findingsOf }, facts] = await Promise.all([
    loadCode(() => import("#room/billing/summarise-event.ts")),
    factsFor(event, parts),
  ]);
  const findings = findingsOf(event, facts);
  const messages = (severity: Finding["severity"]) =>
    findings.filter((each) => each.severity === severity).map(({ message }) => message);
  return { hasProblems: messages("block").length > 0, warnings: [...new Set(messages("warn"))] };
}

const atOnce = 4;

/** Checks many, a few at a time. Rejects when aborted. */
export async function checkMany<Item, Check>(
  items: readonly Item[],
  check: (item: Item) => Promise<Check>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<ReadonlyMap<Item, Check>> {
  const checked = new Map<Item, Check>();
  const turn = fewAtATime(atOnce);
  await Promise.all(
    items.map((item) =>
      turn(async () => {
        checked.set(item, await check(item));
        onProgress(checked.size);
      }, signal),
    ),
  );
  signal.throwIfAborted();
  return checked;
}
