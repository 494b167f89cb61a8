import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { addressOf, type Question, questionOf, type QuestionTab } from "./question.ts";

const restMs = 200;
const names = ["code", "codeSystemName", "svcDate"] as const;

const route = getRouteApi("/console/diagnosis");

/**
 * The question as typed, and as asked a moment after the last key. The asked one is kept in the URL, so that it can be
 * reopened and shared with a colleague.
 */
export function useAsked(tab: QuestionTab) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const asked = useMemo(() => questionOf(search), [search]);
  const form = useForm({ defaultValues: asked });
  const { getValues, register, reset, setValue } = form;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAsked = useRef(asked);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back, Forward and links change the URL from outside. A trailing space may be typed but is not in the URL.
    const [here, last] = [asked, lastAsked.current].map((each) => JSON.stringify(addressOf(each, tab)));
    if (here === last) return;
    lastAsked.current = asked;
    reset(asked);
  }, [asked, tab, reset]);

  const ask = useCallback(
    (question: Question, isStep = false) => {
      clearTimeout(timer.current);
      reset(question);
      lastAsked.current = question;
      void navigate({ to: "/diagnosis", replace: !isStep, search: addressOf(question, tab) });
    },
    [navigate, reset, tab],
  );
  const askSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(getValues()), restMs);
  };
  const [code, codeSystemName, svcDate] = useWatch({ control: form.control, name: names });
  const typed: Question = { code, codeSystemName, svcDate };
  return {
    typed,
    asked,
    ask,
    submitted: form.handleSubmit,
    focus: form.setFocus,
    field: (name: keyof Question) => ({ ...register(name, { onChange: askSoon }), value: typed[name] }),
    empty() {
      setValue("code", "");
      askSoon();
    },
  };
}

export type Asked = ReturnType<typeof useAsked>;
