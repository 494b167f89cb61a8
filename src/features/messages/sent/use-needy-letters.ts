import { useMemo } from "react";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import { askAgainAfter, needyLetters } from "./attention.ts";
import { useUnknownLetters } from "./use-unknown-letters.ts";
import { useSentAnswers } from "./use-sent-answers.ts";

/** What is known of the messages sent from here, and which of them need attention; asked once for the whole console. */
export function useSentLetters() {
  const entries = useOwnMessages();
  const sent = useMemo(() => entries.filter(({ state }) => state === "sent"), [entries]);
  const { known, checkedAt } = useSentAnswers(sent, askAgainAfter);
  const { known: asked } = useUnknownLetters();
  const needy = useMemo(() => needyLetters(entries, known, asked), [entries, known, asked]);
  return { known, checkedAt, needy };
}
