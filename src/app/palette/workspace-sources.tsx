import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { useOwnMessages, useVisitRecords } from "#room/features/workspace/workspace-context.ts";
import { usePaletteSource } from "#room/ui/commands.ts";
import { showDate } from "#room/billing/show-date.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { inWrittenOrder, shownSubject } from "#room/features/messages/shown-text.ts";
import { stateWords } from "#room/features/visits/queue/state-words.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { matchScore } from "./palette-match.ts";

const most = 8;

/**
 * Lets the palette find what this browser stores: events by ids, codes and reason, own messages by words. Renders
 * nothing.
 */
export function WorkspaceSources() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const visits = useVisitRecords();
  const messages = useOwnMessages();
  usePaletteSource({
    id: "visits",
    group: "Visits",
    search: (query) => {
      const plain = query.replaceAll(/[-{}]/g, "").toLowerCase();
      return best(visits, (each) => {
        const ids = `${each.visitId} ${each.eventId}`;
        return ids.includes(plain) ? 9 : matchScore(query, `${each.state} ${each.reason} ${each.text}`);
      }).map((each) => ({
        id: each.eventId,
        title: `Visit ${short(each.visitId || each.eventId)}`,
        detail: detailOf(each),
        run: () => void navigate({ to: "/visits/$eventId", params: { eventId: each.eventId } }),
      }));
    },
  });
  usePaletteSource({
    id: "messages",
    group: "Messages",
    search: (query) => {
      // Only what the inbox or the rail has already loaded; the palette does not call the service.
      const answer = queryClient.getQueryData<ResponseOf<"listMessageSummaries">>(
        operationQuery("listMessageSummaries", {}).queryKey,
      );
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
  return null;
}

/** "Withheld by the rules · 11/20/2026 · $167.00 · Missing referral" */
function detailOf(visit: VisitSummary): string {
  const { serviceDate, amountMinor, currency, reason } = visit;
  return [
    stateWords(visit).word,
    serviceDate && showDate(serviceDate),
    amountMinor !== undefined && formatMoney(amountMinor, currency),
    reason,
  ]
    .filter(Boolean)
    .join(" · ");
}

function short(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}

function best<Item>(items: readonly Item[], score: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, score: score(item) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((each) => each.item);
}
