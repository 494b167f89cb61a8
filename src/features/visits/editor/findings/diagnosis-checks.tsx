import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useDiagnosisChecks } from "#room/api/use-diagnosis-checks.ts";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { diagnosisCheckKey, type DiagnosisCheck as KnownCheck } from "#room/billing/facts.ts";
import { codeSystemOn, codeThatCounts } from "#room/billing/service-date.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { DiagnosisChecksContext, type CheckedCodes } from "./diagnosis-checks-context.ts";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";

const restMs = 300;

interface Asked {
  readonly rowId: string;
  readonly code: string;
  readonly codeSystemName: string;
  readonly svcDate: string | undefined;
  /** Why no check was made. */
  readonly unasked: string | undefined;
}

/** Codes are valid for a day, so without a date of service none can be checked. */
function whyUnasked(code: string, system: string, svcDate: string | undefined): string | undefined {
  if (code.trim() === "") return undefined;
  const needed = codeSystemOn(svcDate);
  if (needed === undefined) return "Enter the date of service to check this code.";
  return system === needed ? undefined : `Visits on that date use ${needed} codes.`;
}

function questionsOf(visit: VisitDraft): Asked[] {
  const svcDate = calendarDateOf(visit.text({ path: "visitCharged.createdOn" }));
  return visit.rows("diagnosis").map((row) => {
    const counted = codeThatCounts(visit.rowValue("diagnosis", row), svcDate);
    const { code = "", system: codeSystemName = "" } = counted ?? {};
    const unasked = whyUnasked(code, codeSystemName, svcDate);
    return { rowId: row.rowId, code, codeSystemName, svcDate, unasked };
  });
}

/** The typed codes, debounced. */
function useQuestions(): readonly Asked[] {
  const { visit } = useEditor();
  const [questions, setQuestions] = useState(() => questionsOf(visit));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = visit.subscribe(({ cells, lists }) => {
      const isAsked = cells.some((place) =>
        "list" in place ? place.list === "diagnosis" : place.path === "visitCharged.createdOn",
      );
      if (!isAsked && !lists.includes("diagnosis")) return;
      clearTimeout(timer);
      timer = setTimeout(() => setQuestions(questionsOf(visit)), restMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [visit]);
  return questions;
}

function factsOf(questions: readonly Asked[], checks: readonly DiagnosisCheck[]): Map<string, KnownCheck> {
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

/** Verifies each diagnosis for the date of service, for the list and for the rules. */
export function DiagnosisChecks({ children }: { readonly children: ReactNode }) {
  const { findings, facts } = useEditor();
  const typed = useQuestions();
  const sought = useSignal(findings.sought);
  const questions = useMemo(() => {
    const soughtRow = sought && "list" in sought ? sought.rowId : undefined;
    // Search words are not codes.
    return typed.map((asked) =>
      asked.rowId === soughtRow ? { ...asked, code: "", unasked: undefined } : asked,
    );
  }, [typed, sought]);
  const answers = useDiagnosisChecks(
    questions.map((asked) => (asked.unasked === undefined ? asked : { ...asked, code: "" })),
  );
  const checks = questions.map(({ unasked }, index): DiagnosisCheck =>
    unasked === undefined
      ? (answers[index] ?? { state: "empty" })
      : { state: "not-checked", reason: unasked },
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
      diagnosisChecks: factsOf(
        questions,
        [...byRow.values()].map((check) => check ?? { state: "empty" }),
      ),
    });
  }, [findings, facts, questions, byRow]);
  return <DiagnosisChecksContext value={byRow}>{children}</DiagnosisChecksContext>;
}
