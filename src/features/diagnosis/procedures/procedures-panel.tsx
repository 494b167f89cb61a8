import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import type { FoundCode } from "#room/contract/operations/diagnoses.ts";
import { modifierNamed, procedureSystem } from "#room/contract/primitives/procedure-system.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { FoundCodes } from "#room/features/codes/found-codes.tsx";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import styles from "#room/features/diagnosis/look-up/look-up.module.css";
import { CodeInput } from "#room/features/diagnosis/code-input.tsx";
import { useQuestion } from "#room/features/diagnosis/use-question.ts";
import { DateInput } from "#room/features/forms/date-input.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { DiagnosisIcon } from "#room/ui/page-icons.tsx";
import { formatCount } from "#room/ui/formats.ts";
import { LoadedFor } from "./loaded-for.tsx";
import { ProcedureResult } from "./procedure-result.tsx";

const cptMissing = "Visits, tests, repairs and other services are CPT codes, and no CPT codes are loaded.";

interface NoProcedureProps {
  readonly words: string;
  readonly isNone: boolean;
  readonly isCptMissing: boolean;
}

/** In place of an answer: how to ask, or why nothing was found. */
function NoProcedure({ words, isNone, isCptMissing }: NoProcedureProps) {
  if (isNone && isCptMissing)
    return (
      <EmptyState icon={<DiagnosisIcon size={20} />} title="CPT is not loaded">
        HCPCS level II has no code for “{words}”. {cptMissing} Import your clinic’s own list under Code sets.
      </EmptyState>
    );
  if (isNone)
    return (
      <EmptyState icon={<DiagnosisIcon size={20} />} title="No codes found">
        Try fewer or different words.
      </EmptyState>
    );
  return (
    <EmptyState icon={<DiagnosisIcon size={20} />} title="Check a procedure code">
      Type a HCPCS or CPT code, a modifier, or words such as “wrist splint”. It is checked on the date of
      service.
    </EmptyState>
  );
}

const hitsId = "procedure-hits";
const shown = 12;

export function ProceduresPanel() {
  const form = useQuestion("procedures");
  const { typed, query, ask } = form;
  const [active, setActive] = useState(0);
  const svcDate = calendarDateOf(query.svcDate) ?? clinicToday();
  const { codes, total, canSearch, isSearching, isStarterSet, isCptMissing, error } = useFoundCodes({
    words: query.code,
    codeSystemName: procedureSystem,
    svcDate,
    limit: shown,
  });
  const written = modifierNamed(query.code) ?? query.code.trim().toUpperCase();
  // Two digits are a CPT modifier, whether or not its text is loaded.
  const isCode = (/^[A-Z0-9]{5}$/.test(written) && /\d/.test(written)) || /^\d{2}$/.test(written);
  const hit = codes[active];
  const isExact = codes.some(({ code }) => code === written);
  const isAnswer = isCode || isExact;
  const choose = ({ code }: FoundCode) => {
    setActive(0);
    ask({ ...typed, code }, true);
  };
  const hits = isAnswer ? [] : codes.map(shortened);
  const list = { listId: hitsId, count: hits.length, active };
  const submit = form.submitted((question) => (hit && !isAnswer ? choose(hit) : ask(question, true)));
  const result = isAnswer ? written : hit?.code;
  const words = query.code.trim();
  const isNone = result === undefined && words.length >= 2 && !isSearching;
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <form className="stack" onSubmit={(event) => void submit(event)}>
          <CodeInput
            label="Procedure code or modifier"
            placeholder={canSearch ? "J1885, RT, or words: wrist splint" : "J1885"}
            form={form}
            list={list}
            onActive={setActive}
            onTyped={() => setActive(0)}
          />
          <div className={styles.fields}>
            <DateInput label="Date of service" {...form.date} />
            <Button look="primary" type="submit" className={styles.verify}>
              Check
            </Button>
          </div>
          <p className={styles.note}>
            {typed.svcDate === "" ? "No date means today. " : ""}
            {isStarterSet ? "Only the starter list of HCPCS codes and modifiers is loaded." : ""}
          </p>
          {isCptMissing && hits.length > 0 ? <p className={styles.note}>{cptMissing}</p> : null}
          <FoundCodes id={hitsId} codes={hits} active={active} isNone={isNone} onTake={choose} />
          {total > hits.length && hits.length > 0 ? (
            <p className={styles.note}>
              {hits.length} of {formatCount(total)}. More words find fewer.
            </p>
          ) : null}
        </form>
        {error ? (
          <Banner tone="warn" title={describeFailure(error).title} isFailure>
            {describeFailure(error).advice}
          </Banner>
        ) : null}
      </div>
      <section className={styles.right} aria-label="Result">
        {result === undefined ? (
          <NoProcedure words={words} isNone={isNone} isCptMissing={isCptMissing} />
        ) : (
          <ProcedureResult code={result} svcDate={svcDate} />
        )}
        <LoadedFor svcDate={svcDate} />
      </section>
    </div>
  );
}

const longestInList = 140;

/** Some texts are pages long; the answer shows them in full. */
function shortened(hit: FoundCode): FoundCode {
  const { description } = hit;
  if (!description || description.length <= longestInList) return hit;
  return { ...hit, description: `${description.slice(0, longestInList).trimEnd()}…` };
}
