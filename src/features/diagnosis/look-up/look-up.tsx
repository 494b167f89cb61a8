import { useState } from "react";
import { retryWords, describeFailure } from "#room/api/describe-failure.ts";
import type { FoundCode } from "#room/contract/operations/diagnoses.ts";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import { limitOf, shortView } from "#room/features/codes/more-codes.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { DiagnosisIcon } from "#room/ui/page-icons.tsx";
import { useQuestion } from "#room/features/diagnosis/use-question.ts";
import type { KeptCode } from "#room/workspace/storage/kept-value.ts";
import { canBeCode, looksLikeCode } from "./code-shape.ts";
import { KeptLists } from "./kept-lists.tsx";
import styles from "./look-up.module.css";
import { QuestionForm } from "./question-form.tsx";
import { Result } from "./result.tsx";
import type { Question } from "#room/features/diagnosis/question.ts";

/** One code: whether it is valid on that date, and which one can be billed. */
export function LookUp() {
  const form = useQuestion("lookup");
  const { query, ask } = form;
  const [view, setView] = useState(shortView);
  const [settled, setSettled] = useState("");
  const { codes: hits, ...found } = useFoundCodes({
    ...query,
    words: query.code,
    limit: limitOf(view),
    narrow: view.narrow,
  });
  const { canSearch, isSearching, error } = found;
  const [active, setActive] = useState(0);
  const isCode = isAnswerable(query, hits, found);
  const shownHits = isCode ? [] : hits;
  const activeHit = shownHits[active];
  const words = query.code.trim();
  const isNone = !isCode && !activeHit && words.length >= 2 && !isSearching && error === null;
  const open = (question: Question) => {
    setActive(0);
    setView(shortView);
    setSettled(question.code.trim());
    ask(question, true);
  };
  const openKept = ({ code, codeSystemName = "" }: KeptCode) =>
    ask({ ...query, code, codeSystemName: query.codeSystemName === "" ? "" : codeSystemName }, true);
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <QuestionForm
          form={form}
          hits={shownHits}
          total={isCode ? 0 : found.total}
          view={view}
          onView={setView}
          canSearch={canSearch}
          isStarterSet={found.isStarterSet}
          isNone={isNone}
          active={active}
          onActive={setActive}
          onType={() => setView(shortView)}
          onAsk={open}
        />
        {error && !isCode ? (
          <Banner tone="warn" title={describeFailure(error).title} isFailure>
            {retryWords(error) ?? describeFailure(error).advice}
          </Banner>
        ) : null}
        {canSearch ? null : (
          <p className={`quiet small ${styles.note}`}>
            This service can check codes, but not search by words.
          </p>
        )}
        {shownHits.length === 0 ? <KeptLists onOpen={openKept} /> : null}
      </div>
      <section className={styles.right} aria-label="Result">
        {isCode ? (
          <Result question={query} isSettled={settled === query.code} onOpen={open} />
        ) : activeHit ? (
          <>
            <p className="quiet">
              Not a complete code yet. Choose one from the list: this is the highlighted one.
            </p>
            <Result question={{ ...query, code: activeHit.code }} isPreview onOpen={open} />
          </>
        ) : (
          <Waiting isNone={isNone} hasFailed={error !== null} />
        )}
      </section>
    </div>
  );
}

/** Words wait for a choice; anything that cannot be words is verified. "dm2" has the form of a code, too. */
function isAnswerable({ code }: Question, hits: readonly FoundCode[], found: Found): boolean {
  if (code.trim().length < 3) return false;
  if (!found.canSearch) return true;
  if (found.isSearching && hits.length === 0) return false;
  if (hits.length > 0 && !hits.some((hit) => plain(hit.code).startsWith(plain(code)))) return false;
  return canBeCode(code) || looksLikeCode(code);
}

interface Found {
  readonly canSearch: boolean;
  readonly isSearching: boolean;
}

interface WaitingProps {
  readonly isNone: boolean;
  readonly hasFailed: boolean;
}

function Waiting({ isNone, hasFailed }: WaitingProps) {
  // In addition to the error's own message.
  if (hasFailed) return null;
  if (!isNone) {
    return (
      <EmptyState icon={<DiagnosisIcon size={20} />} title="Check a diagnosis code">
        Type a code, with or without its dot, or words such as “wrist fracture”. It is checked against the
        code set in effect on the date of service.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<DiagnosisIcon size={20} />} title="No codes found">
      Try fewer or different words.
    </EmptyState>
  );
}

function plain(code: string): string {
  return code.replaceAll(/[\s.]/g, "").toUpperCase();
}
