import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { codeSystemOf, codeSystemOn, type CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { todayHere } from "#room/api/today-here.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { DiagnosisSearch } from "#room/features/diagnosis/diagnosis-search.ts";

/** What the form holds, as typed. */
export interface Question {
  readonly code: string;
  /** "" for the system of the service date. */
  readonly codeSystemName: string;
  /** "" for today. */
  readonly svcDate: string;
}

const restMs = 200;

const route = getRouteApi("/console/diagnosis");

function questionOf({ code = "", codeSystemName = "", svcDate = "" }: DiagnosisSearch): Question {
  return { code, codeSystemName: codeSystemOf(codeSystemName) ?? codeSystemName, svcDate };
}

function isSame(a: Question, b: Question): boolean {
  return a.code === b.code && a.codeSystemName === b.codeSystemName && a.svcDate === b.svcDate;
}

/**
 * The question as it is typed, and as it is asked: a moment after the last key. The asked one stands in the address,
 * so that it can be opened again and sent to a colleague.
 */
export function useQuestion() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const asked = questionOf(search);
  const [typed, setTyped] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAsked = useRef(asked);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back, Forward and links change the address from outside.
    if (isSame(asked, lastAsked.current)) return;
    lastAsked.current = asked;
    setTyped(asked);
  }, [asked]);

  const ask = useCallback(
    (question: Question, isStep = false) => {
      clearTimeout(timer.current);
      setTyped(question);
      lastAsked.current = question;
      void navigate({
        to: "/diagnosis",
        replace: !isStep,
        search: {
          code: question.code.trim() || undefined,
          codeSystemName: question.codeSystemName || undefined,
          svcDate: question.svcDate || undefined,
        },
      });
    },
    [navigate],
  );
  const type = useCallback(
    (question: Question) => {
      setTyped(question);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => ask(question), restMs);
    },
    [ask],
  );
  return { typed, asked, type, ask };
}

/** The system that the question is about, as far as it can be told here. */
export function systemOf({ codeSystemName, svcDate }: Question): CodeSystem | undefined {
  if (codeSystemName !== "") return codeSystemOf(codeSystemName);
  return codeSystemOn(calendarDateOf(svcDate) ?? todayHere());
}
