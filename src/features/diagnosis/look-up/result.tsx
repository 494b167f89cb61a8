import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { useDiagnosisCheck } from "#room/api/use-diagnosis-checks.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { setWords } from "#room/features/diagnosis/show-dates.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { answerWords } from "./answer-words.ts";
import { Around } from "./around.tsx";
import { BillableBelow } from "./billable-below.tsx";
import { CodeActions } from "./code-actions.tsx";
import { CodeList } from "./code-list.tsx";
import styles from "./look-up.module.css";
import { MappingPanel } from "./mapping-panel.tsx";
import { Stretches } from "./stretches.tsx";
import { useDetail } from "./use-detail.ts";
import type { Question } from "#room/features/diagnosis/question.ts";
import { useRemember } from "./use-remember.ts";

interface ResultProps {
  readonly question: Question;
  readonly onOpen: (question: Question) => void;
  /** Asked for by Verify, Enter or a click, not only typed. */
  readonly isSettled?: boolean;
  /** A preview only, while words are being typed. */
  readonly isPreview?: boolean;
}

/** The service's answer for the code, and what can be billed. */
export function Result({ question, onOpen: onAsk, isSettled = false, isPreview = false }: ResultProps) {
  const onOpen = (code: string) => onAsk({ ...question, code });
  const check = useDiagnosisCheck(question);
  const { canDescribe, detail } = useDetail(question);
  useRemember(check, isPreview ? "never" : isSettled ? "at once" : "after a rest");
  const words = answerWords(check, detail, question.svcDate);
  return (
    <>
      <div className={styles.answer} aria-live="polite" aria-busy={check.state === "checking"}>
        <div className={styles.answerHead}>
          <code className={styles.bigCode}>{shownCode(check, detail, question)}</code>
          <StateBadge tone={words.tone}>{words.state}</StateBadge>
          <span className={styles.system}>{check.codeSystemName}</span>
        </div>
        {check.description ? <p className={styles.title}>{check.description}</p> : null}
        {words.meaning ? <p>{words.meaning}</p> : null}
        <p className={styles.note}>{checkedAgainst(check, detail, canDescribe)}</p>
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
