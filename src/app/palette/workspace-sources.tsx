import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useOwnMessages, useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { usePaletteSource } from "#room/ui/commands.ts";
import { showDate } from "#room/billing/show-date.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { type ListRow, listRow } from "#room/features/visits/list/list-row.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import type { Mailbox } from "#room/features/messages/inbox/read-mailbox.ts";
import { adviceOn } from "#room/features/messages/sent/delivery-words.ts";
import { useSentLetters } from "#room/features/messages/sent/use-needy-letters.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { matchScore } from "./palette-match.ts";

const most = 8;
/** Fewer characters are in nearly every id. */
const shortestOfId = 4;

/**
 * Lets the palette find what this browser stores: events by ids, codes and reason, own messages by words. Renders
 * nothing.
 */
export function WorkspaceSources() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { service } = useWorkspace().visits;
  const visits = useVisitRecords();
  const titleOf = useVisitWords(visitTitle);
  const messages = useOwnMessages();
  const { needy } = useSentLetters();
  const rowOf = (here: VisitSummary) => listRow(service.row(here.visitId), here);
  usePaletteSource({
    id: "visits",
    group: "Visits on this device",
    search: (query) => {
      const plain = query.replaceAll(/[-{}]/g, "").toLowerCase();
      return best(visits, (each) => {
        const ids = `${each.visitId} ${each.eventId}`;
        const { state, status } = rowOf(each);
        return plain.length >= shortestOfId && ids.includes(plain)
          ? 9
          : matchScore(query, `${state} ${status.words} ${each.text}`);
      }).map((each) => ({
        id: each.eventId,
        title: titleOf(each.visitId || each.eventId),
        detail: detailOf(rowOf(each)),
        target: each.visitId,
        run: () => void navigate({ to: "/visits/$eventId", params: { eventId: each.eventId } }),
      }));
    },
  });
  usePaletteSource({
    id: "messages",
    group: "Messages",
    search: (query) => {
      // Only what the inbox or the rail has already loaded; the palette does not call the service.
      const answer = queryClient.getQueryData<Mailbox>(inboxQuery.queryKey);
      return best(answer?.summaries ?? [], ({ from, subject }) =>
        matchScore(query, `${from ?? ""} ${subject ?? ""}`),
      ).map(({ messageId, from, subject }) => ({
        id: String(messageId),
        title: shownSubject(subject),
        detail: inWrittenOrder(from ?? ""),
        run: () => void navigate({ to: "/messages/$messageId", params: { messageId: String(messageId) } }),
      }));
    },
  });
  usePaletteSource({
    id: "own-messages",
    group: "My messages",
    search: (query) =>
      best(messages, ({ to, subject, preview }) =>
        matchScore(query, `${to.join(" ")} ${subject} ${preview}`),
      ).map(({ id, state, to, subject }) => ({
        id,
        title: shownSubject(subject),
        detail: `${state} · ${to.join(", ")}`,
        run: () => {
          // An editable message opens in the composer, others as sent.
          if (state === "draft" || state === "refused")
            void navigate({ to: "/messages/compose", search: { draft: id } });
          else void navigate({ to: "/messages", search: { folder: "sent", own: id } });
        },
      })),
  });
  usePaletteSource({
    id: "needs-attention",
    group: "Needs attention",
    search: (query) =>
      best(needy, (letter) => {
        const { to, subject } = letter.entry;
        const words = [...to, subject, adviceOn(letter)].join(" ");
        return matchScore(query, `needs attention not delivered ${words}`);
      }).map((letter) => ({
        id: letter.entry.id,
        title: shownSubject(letter.entry.subject),
        detail: adviceOn(letter),
        run: () =>
          void navigate({
            to: "/messages",
            search: { folder: "sent", needs: "attention", own: letter.entry.id },
          }),
      })),
  });
  return null;
}

/** "Withheld · 11/20/2026 · $167.00 · Missing referral" */
function detailOf({ serviceDate, amount, status }: ListRow): string {
  return [
    status.label,
    serviceDate && showDate(serviceDate),
    amount && minorMoneyText(amount.minor, amount.currency),
    status.words,
  ]
    .filter(Boolean)
    .join(" · ");
}

function best<Item>(items: readonly Item[], score: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, score: score(item) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((each) => each.item);
}
