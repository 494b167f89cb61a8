import { useEffect, useMemo, type ReactNode } from "react";
import { useDiagnosisChecks } from "#room/api/use-diagnosis-checks.ts";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { codeThatCounts, dayOfService } from "#room/billing/service-date.ts";
import { codeSystemOn } from "#room/contract/primitives/diagnosis-code.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import {
  diagnosisFacts,
  type DiagnosisQuestion,
  procedureFacts,
} from "#room/features/visits/sending/send-check.ts";
import { DiagnosisChecksContext, type CheckedCodes } from "./diagnosis-checks-context.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import { useRested } from "./use-rested.ts";
import {
  type ChargeCodes,
  chargeCodesOf,
  useClaimEdits,
  useProcedureChecks,
} from "#room/api/charge-checks.ts";

interface Question extends DiagnosisQuestion {
  readonly rowId: string;
  readonly whyUnchecked: string | undefined;
}

/** Codes are valid for a day, so without a date of service none can be checked. */
function reasonUnchecked(code: string, system: string, svcDate: string | undefined): string | undefined {
  if (code.trim() === "") return undefined;
  const needed = codeSystemOn(svcDate);
  if (needed === undefined) return "Enter the date of service to check this code.";
  return system === needed ? undefined : `Visits on that date use ${needed} codes.`;
}

function questionsOf(visit: VisitDraft): Question[] {
  const svcDate = dayOfService(visit.text({ path: "visitCharged.createdOn" }));
  return visit.rows("diagnosis").map((row) => {
    const counted = codeThatCounts(visit.rowValue("diagnosis", row), svcDate);
    const { code = "", system: codeSystemName = "" } = counted ?? {};
    const whyUnchecked = reasonUnchecked(code, codeSystemName, svcDate);
    return { rowId: row.rowId, code, codeSystemName, svcDate, whyUnchecked };
  });
}

/** Verifies each diagnosis for the date of service, for the list and for the rules. */
export function DiagnosisChecks({ children }: { readonly children: ReactNode }) {
  const { findings } = useEditor();
  const typed = useRested(questionsOf, "diagnosis");
  const searched = useSignal(findings.searched);
  const questions = useMemo(() => {
    const searchedRow = searched && "list" in searched ? searched.rowId : undefined;
    // Search words are not codes.
    return typed.map((question) =>
      question.rowId === searchedRow ? { ...question, code: "", whyUnchecked: undefined } : question,
    );
  }, [typed, searched]);
  const answers = useDiagnosisChecks(
    questions.map((question) => (question.whyUnchecked === undefined ? question : { ...question, code: "" })),
  );
  const checks = questions.map(({ whyUnchecked }, index): DiagnosisCheck =>
    whyUnchecked === undefined
      ? (answers[index] ?? { state: "empty" })
      : { state: "not-checked", reason: whyUnchecked },
  );
  const answered = checks.map(({ state, code }) => `${state} ${code ?? ""}`).join("|");
  const byRow = useMemo<CheckedCodes>(
    () => new Map(questions.map(({ rowId }, index) => [rowId, checks[index]])),
    // The checks are new objects on every render; `answered` captures their content.
    // oxlint-disable-next-line react/exhaustive-deps
    [questions, answered],
  );
  useEffect(() => {
    findings.addFacts({
      diagnosisChecks: diagnosisFacts(questions, [...byRow.values()]),
    });
  }, [findings, questions, byRow]);
  return <DiagnosisChecksContext value={byRow}>{children}</DiagnosisChecksContext>;
}

function typedCodes(visit: VisitDraft): ChargeCodes {
  return chargeCodesOf(
    visit.rows("charges").map(({ rowId }) => visit.text({ list: "charges", rowId, member: "cpt" })),
    dayOfService(visit.text({ path: "visitCharged.createdOn" })),
  );
}

const codeMembers = ["cpt"];

export function ChargeChecks() {
  const { findings } = useEditor();
  const charges = useRested(typedCodes, "charges", codeMembers);
  const edits = useClaimEdits(charges);
  const checked = useProcedureChecks(charges).answer;
  useEffect(() => {
    findings.addFacts({ claimEdits: edits });
  }, [findings, edits]);
  useEffect(() => {
    findings.addFacts({ procedureChecks: procedureFacts(checked) });
  }, [findings, checked]);
  return null;
}
