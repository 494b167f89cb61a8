import { useNavigate } from "@tanstack/react-router";
import type { DraftDiagnosis, DraftEvent } from "#room/billing/draft-event.ts";
import { fewAtATime } from "#room/api/few-at-a-time.ts";
import { type CodeSystem, codeSystemOf } from "#room/contract/primitives/diagnosis-code.ts";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

const maxOffered = 6;
const inWork: ReadonlySet<VisitSummary["state"]> = new Set(["draft", "withheld", "refused"]);

/** So that a code added again right after an undo is not found there still. */
const oneAtATime = fewAtATime(1);

/** The event with one more diagnosis at the end; undefined if it has the code already. */
export function withDiagnosis(event: DraftEvent, code: string, system: CodeSystem): DraftEvent | undefined {
  const member = system === "ICD-9-CM" ? "icd9DiagCode" : "icd10DiagCode";
  const visit = event.visitCharged ?? {};
  const diagnoses = visit.diagnosis ?? [];
  const plain = (text: unknown) => (typeof text === "string" ? text.replace(".", "").toUpperCase() : "");
  if (diagnoses.some((one) => plain(one[member]) === plain(code))) return undefined;
  const added: DraftDiagnosis = { [member]: code, priority: diagnoses.length + 1 };
  return { ...event, visitCharged: { ...visit, diagnosis: [...diagnoses, added] } };
}

/** The event without the last diagnosis with that code. */
export function withoutDiagnosis(event: DraftEvent, code: string): DraftEvent {
  const diagnoses = event.visitCharged?.diagnosis ?? [];
  const at = diagnoses.findLastIndex((one) => one.icd10DiagCode === code || one.icd9DiagCode === code);
  if (at === -1) return event;
  return { ...event, visitCharged: { ...event.visitCharged, diagnosis: diagnoses.toSpliced(at, 1) } };
}

export function useAddToVisit() {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const offered = useVisitRecords()
    .filter((visit) => inWork.has(visit.state))
    .slice(0, maxOffered);

  const open = (eventId: string) => void navigate({ to: "/visits/$eventId", params: { eventId } });
  /** Removes the code again, unless the visit has changed since, because it may be linked by then. */
  const undo = async (eventId: string, code: string, revision: number | undefined) => {
    const record = await visits.get(eventId);
    if (!record) return;
    try {
      if (record.revision !== revision) throw new Error("changed since");
      await visits.put(eventId, withoutDiagnosis(record.event, code));
    } catch {
      toast({
        title: `${code} wasn’t removed`,
        detail: "The visit was changed since or is open in another tab. Remove it there.",
        tone: "warn",
        action: { label: "Open the visit", run: () => open(eventId) },
      });
    }
  };
  const add = async (eventId: string, code: string, codeSystemName: string | undefined) => {
    const record = await visits.get(eventId);
    if (!record) return;
    const next = withDiagnosis(record.event, code, codeSystemOf(codeSystemName ?? "") ?? "ICD-10-CM");
    const action = { label: "Open the visit", run: () => open(eventId) };
    if (!next) {
      toast({ title: `The visit already has ${code}`, tone: "plain", action });
      return;
    }
    try {
      await visits.put(eventId, next);
      const revision = (await visits.get(eventId))?.revision;
      toast({
        title: `${code} was added to the visit`,
        tone: "ok",
        action: { label: "Undo", run: () => void oneAtATime(() => undo(eventId, code, revision)) },
      });
    } catch {
      toast({
        title: "The visit is open in another tab",
        detail: `${code} wasn’t added. Add it there, or close that tab first.`,
        tone: "warn",
        action,
      });
    }
  };
  return { offered, add: (...of: Parameters<typeof add>) => oneAtATime(() => add(...of)) };
}
