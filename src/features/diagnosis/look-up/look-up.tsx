import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import { Banner } from "#room/ui/banner.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { DiagnosisIcon } from "#room/ui/icons.tsx";
import type { KeptCode } from "#room/workspace/kept-value.ts";
import { canBeCode, looksLikeCode } from "./code-shape.ts";
import { KeptLists } from "./kept-lists.tsx";
import styles from "./look-up.module.css";
import { QuestionForm } from "./question-form.tsx";
import { Result } from "./result.tsx";
import { type Question, useQuestion } from "./use-question.ts";

/** One code: is it right on that date, and which one can be billed. */
export function LookUp() {
  const { typed, asked, type, ask } = useQuestion();
  const { codes: hits, ...found } = useFoundCodes({ ...asked, words: asked.code });
  const { canSearch, isStarterSet, isSearching, error } = found;
  const [active, setActive] = useState(-1);
  const isCode = isAnswerable(asked, hits, canSearch);
  const shownHits = isCode ? [] : hits;
  const activeHit = shownHits[active];
  const open = (question: Question) => {
    setActive(-1);
    ask(question, true);
  };
  const openKept = ({ code, codeSystemName = "" }: KeptCode) =>
    ask({ ...asked, code, codeSystemName: asked.codeSystemName === "" ? "" : codeSystemName }, true);
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <QuestionForm
          typed={typed}
          hits={shownHits}
          canSearch={canSearch}
          isStarterSet={isStarterSet}
          active={active}
          onActive={setActive}
          onType={type}
          onAsk={(question) => ask(question, true)}
        />
        {error ? <Banner tone="warn" title={describeFailure(error).title} isFailure /> : null}
        {canSearch ? null : (
          <p className={styles.note}>This service cannot search by words; it verifies codes.</p>
        )}
        {shownHits.length === 0 ? <KeptLists onOpen={openKept} /> : null}
      </div>
      <section className={styles.right} aria-label="Result">
        {isCode ? (
          <Result question={asked} onOpen={open} />
        ) : activeHit ? (
          <Result question={{ ...asked, code: activeHit.code }} onOpen={open} />
        ) : (
          <Waiting words={asked.code.trim()} found={hits.length} isSearching={isSearching} />
        )}
      </section>
    </div>
  );
}

/** Words wait for a choice; whatever cannot be words is put to the service. "dm2" has the form of a code, too. */
function isAnswerable({ code }: Question, hits: readonly DiagnosisCode[], canSearch: boolean): boolean {
  if (code.trim().length < 3) return false;
  if (!canSearch) return true;
  if (hits.length > 0 && !hits.some((hit) => plain(hit.code).startsWith(plain(code)))) return false;
  return canBeCode(code) || looksLikeCode(code);
}

interface WaitingProps {
  readonly words: string;
  readonly found: number;
  readonly isSearching: boolean;
}

function Waiting({ words, found, isSearching }: WaitingProps) {
  if (found > 0) {
    return (
      <p className={styles.quiet}>
        Choose a code from the list: with the arrow keys and Enter, or by a press.
      </p>
    );
  }
  if (words.length < 2 || isSearching) {
    return (
      <EmptyState icon={<DiagnosisIcon size={20} />} title="Is it right, and can it be billed?">
        Type a code, with or without its dot, or words such as “wrist fracture”. The answer is of the set in
        force on the service date.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<DiagnosisIcon size={20} />} title="No code has all of these words">
      Try fewer words, or other ones.
    </EmptyState>
  );
}

function plain(code: string): string {
  return code.replaceAll(/[\s.]/g, "").toUpperCase();
}
