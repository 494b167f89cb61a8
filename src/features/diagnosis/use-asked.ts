import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import type { DiagnosisSearch } from "./diagnosis-search.ts";

/** A question of the page and its place in the address; both stay the same functions. */
export interface QuestionForm<Question> {
  readonly read: (search: DiagnosisSearch) => Question;
  readonly write: (question: Question) => DiagnosisSearch;
}

const restMs = 200;

const route = getRouteApi("/console/diagnosis");

/**
 * A question as it is typed, and as it is asked: a moment after the last key. The asked one stands in the address, so
 * that it can be opened again and sent to a colleague.
 */
export function useAsked<Question>({ read, write }: QuestionForm<Question>) {
  const asked = read(route.useSearch());
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAsked = useRef(asked);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back, Forward and links change the address from outside. A blank at the end is typed, and not in the address.
    if (JSON.stringify(write(asked)) === JSON.stringify(write(lastAsked.current))) return;
    lastAsked.current = asked;
    setTyped(asked);
  }, [asked, write]);

  const ask = useCallback(
    (question: Question, isStep = false) => {
      clearTimeout(timer.current);
      setTyped(question);
      lastAsked.current = question;
      void navigate({ to: "/diagnosis", replace: !isStep, search: write(question) });
    },
    [navigate, write],
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
