import { useState } from "react";
import { limitOf, MoreCodes, shortView } from "#room/features/codes/more-codes.tsx";
import { useFoundCodes } from "#room/features/codes/use-found-codes.ts";
import { CodeList } from "./code-list.tsx";
import type { Question } from "#room/features/diagnosis/question.ts";

interface BillableBelowProps {
  readonly question: Question;
  readonly onOpen: (code: string) => void;
}

/** The billable codes below a header, most likely first. */
export function BillableBelow({ question, onOpen }: BillableBelowProps) {
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
