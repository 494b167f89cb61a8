import { useClaimEdits, useProcedureChecks } from "#room/api/charge-checks.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import styles from "#room/features/diagnosis/look-up/look-up.module.css";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { inForceWords, limitWords, modifierWords, procedureWords } from "./procedure-words.ts";

interface ProcedureResultProps {
  readonly code: string;
  /** yyyy-MM-dd. */
  readonly svcDate: string;
}

export function ProcedureResult({ code, svcDate }: ProcedureResultProps) {
  const request = { codes: [code.trim().toUpperCase()], svcDate };
  const { answer, ...why } = useProcedureChecks(request);
  const check = answer?.procedures[0];
  const edits = useClaimEdits(request);
  if (!check || check.code !== request.codes[0]) return <NotAnswered {...why} />;
  const words = procedureWords(check);
  const dates = inForceWords(check);
  const isModifier = check.code.length === 2;
  return (
    <div className="card" aria-live="polite">
      <div className="row">
        <code className={styles.bigCode}>{check.code}</code>
        <StateBadge tone={words.tone}>{words.state}</StateBadge>
        <span className={styles.system}>
          {check.codeSystemName}
          {isModifier ? " modifier" : ""}
        </span>
      </div>
      {check.description ? <p className={styles.title}>{check.description}</p> : null}
      {words.meaning ? <p>{words.meaning}</p> : null}
      {isModifier ? <p>{modifierWords(check.code)}</p> : null}
      {!isModifier && edits ? <p>{limitWords(check.code, edits)}</p> : null}
      <p className={styles.note}>
        {[
          check.shortDescription ? `Short text: ${check.shortDescription}.` : "",
          dates === "" ? "" : `Effective ${dates}.`,
          check.checkedAgainst ? `From ${check.checkedAgainst}.` : "",
        ].join(" ")}
      </p>
    </div>
  );
}

function NotAnswered({ error, isOffline, again }: Omit<ReturnType<typeof useProcedureChecks>, "answer">) {
  if (isOffline)
    return (
      <Banner tone="warn" title="Not checked: you’re offline">
        It will be checked when you’re back online.
      </Banner>
    );
  if (!error) return <Spinner />;
  const { title, advice } = describeFailure(error);
  return (
    <Banner
      tone="warn"
      title={`Not checked: ${title}`}
      isFailure
      actions={<Button onClick={again}>Try again</Button>}
    >
      {advice}
    </Banner>
  );
}
