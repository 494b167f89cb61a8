import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

/** What the form holds, as typed. */
export interface ProcedureQuestion {
  readonly code: string;
  /** "" for today. */
  readonly svcDate: string;
}

const restMs = 200;

const route = getRouteApi("/console/diagnosis");

/** The question as typed, and as asked, a moment after the last key: the asked one stands in the address. */
export function useProcedureQuestion() {
  const { code = "", svcDate = "" } = route.useSearch();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<ProcedureQuestion>({ code, svcDate });
  const lastAsked = useRef(typed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back, Forward and links change the address from outside.
    if (lastAsked.current.code.trim() === code && lastAsked.current.svcDate === svcDate) return;
    lastAsked.current = { code, svcDate };
    setTyped({ code, svcDate });
  }, [code, svcDate]);
  const ask = (question: ProcedureQuestion, isStep = false) => {
    clearTimeout(timer.current);
    setTyped(question);
    lastAsked.current = question;
    void navigate({
      to: "/diagnosis",
      replace: !isStep,
      search: {
        tab: "procedures",
        code: question.code.trim() || undefined,
        svcDate: question.svcDate || undefined,
      },
    });
  };
  const type = (question: ProcedureQuestion) => {
    setTyped(question);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(question), restMs);
  };
  return { typed, asked: { code, svcDate }, type, ask };
}
