import { useMemo } from "react";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { type NeedyLetter, needyLetters } from "./attention.ts";
import { askAgainAfter } from "./delivery-words.ts";
import { type SentAnswers, useSentAnswers } from "./use-sent-answers.ts";

export interface SentLetters extends SentAnswers {
  readonly needy: readonly NeedyLetter[];
}

const wasSent = ({ state }: MessageEntry) => state === "sent";

/** What is known of the messages sent from here, and which of them need attention; asked once for the whole console. */
export function useSentLetters(): SentLetters {
  const entries = useOwnMessages();
  const sent = useMemo(() => entries.filter((entry) => wasSent(entry)), [entries]);
  const { known, checkedAt } = useSentAnswers(sent, askAgainAfter);
  const needy = useMemo(() => needyLetters(entries, known), [entries, known]);
  return { known, checkedAt, needy };
}
