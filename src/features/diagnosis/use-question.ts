import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { addressOf, type Question, questionOf, type QuestionTab } from "./question.ts";

const restMs = 200;
const names = ["code", "codeSystemName", "svcDate"] as const;

/** No date means today; the field says what is wrong with one that cannot be read. */
const hasDay = ({ svcDate }: Question) => svcDate === "" || calendarDateOf(svcDate) !== undefined;

const route = getRouteApi("/console/diagnosis");

/**
 * The question as typed, and as a query a moment after the last key. The query is kept in the URL, so that it can be
 * reopened and shared with a colleague.
 */
export function useQuestion(tab: QuestionTab) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const query = useMemo(() => questionOf(search), [search]);
  const form = useForm({ defaultValues: query });
  const { getValues, register, reset, setValue } = form;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastQuery = useRef(query);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back, Forward and links change the URL from outside. A trailing space may be typed but is not in the URL.
    const [here, last] = [query, lastQuery.current].map((each) => JSON.stringify(addressOf(each, tab)));
    if (here === last) return;
    lastQuery.current = query;
    reset(query);
  }, [query, tab, reset]);

  const ask = (question: Question, isStep = false) => {
    clearTimeout(timer.current);
    reset(question);
    lastQuery.current = question;
    void navigate({ to: "/diagnosis", replace: !isStep, search: addressOf(question, tab) });
  };
  const askSoon = () => {
    clearTimeout(timer.current);
    if (!hasDay(getValues())) return;
    timer.current = setTimeout(() => ask(getValues()), restMs);
  };
  const [code, codeSystemName, svcDate] = useWatch({ control: form.control, name: names });
  const typed: Question = { code, codeSystemName, svcDate };
  return {
    typed,
    query,
    ask,
    submitted: (act: (question: Question) => void) =>
      form.handleSubmit((question) => (hasDay(question) ? act(question) : undefined)),
    focus: form.setFocus,
    date: {
      value: svcDate,
      onDate(day: string) {
        setValue("svcDate", day);
        askSoon();
      },
    },
    field: (name: keyof Question) => ({ ...register(name, { onChange: askSoon }), value: typed[name] }),
    empty() {
      setValue("code", "");
      askSoon();
    },
  };
}

export type QuestionFields = ReturnType<typeof useQuestion>;
