import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { useDiagnosisCheck } from "#room/api/use-diagnosis-checks.ts";
import type { ResponseOf, RequestOf } from "#room/contract/registry.ts";
import { setWords } from "#room/features/diagnosis/show-dates.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import type { Question } from "#room/features/diagnosis/question.ts";
import { limitOf, MoreCodes, shortView } from "#room/features/codes/more-codes.tsx";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import type { CodeStretch } from "#room/contract/operations/diagnosis-detail.ts";
import { showDates } from "#room/billing/show-date.ts";
import { useCodeSets } from "#room/api/code-sets-query.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { answerWords } from "./answer-words.ts";
import { Around } from "./around.tsx";
import { CodeList } from "./code-list.tsx";
import { CodeActions } from "./code-actions.tsx";
import styles from "./look-up.module.css";
import { MappingPanel } from "./mapping-panel.tsx";
import { useKeptCodes } from "./keep-codes.ts";

const shortest = 3;

function requestOf({ code, codeSystemName, svcDate }: Question): RequestOf<"describeDiagnosis"> {
  return {
    code: code.trim(),
    ...(codeSystemName === "" ? {} : { codeSystemName }),
    svcDate: calendarDateOf(svcDate) ?? clinicToday(),
  };
}

/** The code's hierarchy, if the service provides it. Refetched when the sets change. */
function useDetail(question: Question) {
  const mayAsk = useServiceConfig().extensions.includes("describeDiagnosis");
  const version = useCodeSets().data?.version ?? "";
  const query = operationQuery("describeDiagnosis", requestOf(question));
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, version],
    enabled: mayAsk && question.code.trim().length >= shortest,
  });
  return { canDescribe: mayAsk, detail: mayAsk ? data : undefined };
}

function Stretches({ stretches }: { readonly stretches: readonly CodeStretch[] }) {
  if (stretches.length === 0) return null;
  const isReworded = new Set(stretches.map(({ description }) => description)).size > 1;
  return (
    <section className={styles.codes} aria-label="When it is valid">
      <h2>In the loaded sets</h2>
      <ul className={styles.stretches}>
        {stretches.map(({ from, to, isChargeable, description }) => (
          <li key={from}>
            <span className={styles.stretchDates}>{showDates(from, to)}</span>
            <StateBadge tone={isChargeable ? "ok" : "warn"} isBare>
              {isChargeable ? "billable" : "not billable"}
            </StateBadge>
            {isReworded ? <span className="quiet">{description}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BillableBelowProps {
  readonly question: Question;
  readonly onOpen: (code: string) => void;
}

function BillableBelow({ question, onOpen }: BillableBelowProps) {
  const [view, setView] = useState(shortView);
  const { codes, total } = useFoundCodes({
    ...question,
    words: question.code,
    limit: limitOf(view),
    narrow: { ...view.narrow, isBillable: true },
  });
  return (
    <CodeList title="Billable codes below it" codes={codes} total={total} onOpen={onOpen}>
      <MoreCodes shown={codes.length} total={total} view={view} onView={setView} />
    </CodeList>
  );
}

/** Long enough that partial codes passed through while typing are not kept. */
const restMs = 1500;

/** Adds a code the service knows to the recent look-ups: immediately if the user asked for it. */
function useRemember(check: DiagnosisCheck, when: "at once" | "after a rest" | "never"): void {
  const { state, code, codeSystemName, description } = check;
  const { recent, remember } = useKeptCodes();
  const isKnown = (state === "billable" || state === "header") && code !== undefined;
  const isNewest = recent[0]?.code === code && recent[0]?.codeSystemName === codeSystemName;
  useEffect(() => {
    if (!isKnown || isNewest || when === "never") return undefined;
    const timer = setTimeout(
      () => void remember({ code, codeSystemName, description }),
      when === "at once" ? 0 : restMs,
    );
    return () => clearTimeout(timer);
    // `remember` is a new function on every render, but does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown, isNewest, when, code, codeSystemName, description]);
}

interface ResultProps {
  readonly question: Question;
  readonly onOpen: (question: Question) => void;
  /** Asked for by Verify, Enter or a click, not only typed. */
  readonly isSettled?: boolean;
  /** A preview only, while words are being typed. */
  readonly isPreview?: boolean;
}

export function Result({ question, onOpen: onAsk, isSettled = false, isPreview = false }: ResultProps) {
  const onOpen = (code: string) => onAsk({ ...question, code });
  const check = useDiagnosisCheck(question);
  const { canDescribe, detail } = useDetail(question);
  useRemember(check, isPreview ? "never" : isSettled ? "at once" : "after a rest");
  const words = answerWords(check, detail, question);
  return (
    <>
      <div className="card" aria-live="polite" aria-busy={check.state === "checking"}>
        <div className="row">
          <code className={styles.bigCode}>{shownCode(check, detail, question)}</code>
          <StateBadge tone={words.tone}>{words.state}</StateBadge>
          <span className={styles.system}>{check.codeSystemName}</span>
        </div>
        {check.description ? <p className={styles.title}>{check.description}</p> : null}
        {words.meaning ? <p>{words.meaning}</p> : null}
        <p className={`quiet small ${styles.note}`}>{checkedAgainst(check, detail, canDescribe)}</p>
      </div>
      {check.state === "billable" || check.state === "header" ? <CodeActions check={check} /> : null}
      {detail ? (
        <>
          {check.state === "header" ? (
            <BillableBelow question={question} onOpen={onOpen} />
          ) : (
            <CodeList title="Billable instead" codes={detail.suggestions} onOpen={onOpen} />
          )}
          <Stretches stretches={detail.stretches} />
        </>
      ) : null}
      <MappingPanel question={question} onOpen={onAsk} />
      {detail ? <Around detail={detail} onOpen={onOpen} /> : null}
    </>
  );
}

type Detail = ResponseOf<"describeDiagnosis">;

function shownCode(check: DiagnosisCheck, detail: Detail | undefined, question: Question): string {
  if (check.state === "billable" || check.state === "header") return check.code ?? question.code;
  return detail?.isWellFormed === true ? detail.code.code : question.code.trim();
}

function checkedAgainst({ state }: DiagnosisCheck, detail: Detail | undefined, canDescribe: boolean): string {
  if (state === "checking" || state === "not-checked") return "";
  if (detail) {
    const words = `Checked against ${setWords(detail.checkedAgainst)}.`;
    return detail.checkedAgainst.kind === "starter"
      ? `${words} It has common codes only; import the official file for all.`
      : words;
  }
  return canDescribe ? "" : "The service does not say which code set it checked against.";
}
