import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import type { KeptCode } from "#room/workspace/kept-value.ts";
import { canBeCode, looksLikeCode } from "./code-shape.ts";
import { KeptLists } from "./kept-lists.tsx";
import styles from "./look-up.module.css";
import { QuestionForm } from "./question-form.tsx";
import { Result } from "./result.tsx";
import { type Question, useQuestion } from "./use-question.ts";
import { useWordHits } from "./use-word-hits.ts";

/** One code: is it right on that date, and which one can be billed. */
export function LookUp() {
  const { typed, asked, type, ask } = useQuestion();
  const { canSearch, hits, isStarterSet, error } = useWordHits(asked);
  const open = (code: string) => ask({ ...asked, code }, true);
  const openKept = ({ code, codeSystemName = "" }: KeptCode) =>
    ask({ ...asked, code, codeSystemName: asked.codeSystemName === "" ? "" : codeSystemName }, true);
  const isOneCode = hits.length === 1 && hits[0]?.code.replace(".", "") === plain(asked.code);
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <QuestionForm
          typed={typed}
          hits={isOneCode ? [] : hits}
          canSearch={canSearch}
          isStarterSet={isStarterSet}
          onType={type}
          onAsk={(question) => ask(question, true)}
        />
        {error ? <Banner tone="warn" title={describeFailure(error).title} /> : null}
        {canSearch ? null : (
          <p className={styles.note}>This service cannot search by words; it verifies codes.</p>
        )}
      </div>
      <section className={styles.right} aria-label="Result">
        {isAnswerable(asked, canSearch) ? (
          <Result question={asked} onOpen={open} />
        ) : (
          <Waiting question={asked} canSearch={canSearch} found={hits.length} onOpen={openKept} />
        )}
      </section>
    </div>
  );
}

/** Words wait for a choice; whatever cannot be words is put to the service. */
function isAnswerable({ code }: Question, canSearch: boolean): boolean {
  if (code.trim().length < 3) return false;
  return canBeCode(code) || looksLikeCode(code) || !canSearch;
}

interface WaitingProps {
  readonly question: Question;
  readonly canSearch: boolean;
  readonly found: number;
  readonly onOpen: (code: KeptCode) => void;
}

function Waiting({ question, canSearch, found, onOpen }: WaitingProps) {
  const words = question.code.trim();
  if (words.length < 2 || !canSearch) return <KeptLists onOpen={onOpen} />;
  return (
    <p className={styles.quiet}>
      {found > 0
        ? "Choose a code from the list: with the arrow keys and Enter, or by a press."
        : `No code has all of these words: ${words}. Try fewer or other words.`}
    </p>
  );
}

function plain(code: string): string {
  return code.replaceAll(/[\s.]/g, "").toUpperCase();
}
