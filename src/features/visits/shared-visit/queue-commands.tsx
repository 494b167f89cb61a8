import { showDate } from "#room/billing/show-date.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { matchWords } from "#room/features/visits/list/match-words.ts";
import { stateLook } from "#room/features/visits/states.ts";
import { visitTitle } from "#room/features/visits/visit-name.ts";
import { invoiceNamed } from "#room/billing/read-search.ts";
import { type VisitRow, visitState } from "#room/contract/schemas/visit.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useCommands, usePaletteSource } from "#room/ui/commands.ts";
import { useTake } from "./use-take.ts";

const restMs = 180;
const shortest = 3;
const longest = 200;
const bareNumber = /^\d{1,12}$/;
const most = 8;

/** The texts by which the service finds what is typed: the invoice meant (“invoice 75”, “75”), and all else. */
function asked(query: string): { readonly invoice: string | undefined; readonly text: string | undefined } {
  const named = invoiceNamed(query);
  const meant = named ?? (bareNumber.test(query) ? Number(query) : undefined);
  return {
    invoice: meant === undefined ? undefined : `Invoice ${meant}`,
    text: named === undefined && query.length >= shortest && query.length <= longest ? query : undefined,
  };
}

/** "Take next" on every page, and the clinic's visits in the palette. Renders nothing. */
export function QueueCommands() {
  const take = useTake();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { service } = useWorkspace().visits;
  const canFind = useServiceConfig().extensions.includes("listVisits");
  useCommands([
    {
      id: "take-next",
      title: "Take next",
      keys: "alt+n",
      group: "Work",
      words: "visit queue work",
      isEnabled: take !== undefined,
      run: () => take?.next(),
    },
  ]);
  usePaletteSource({
    id: "service-visits",
    group: "Clinic’s visits",
    search: async (query, signal) => {
      const { invoice, text } = asked(query);
      if (!canFind || (invoice ?? text) === undefined) return [];
      await new Promise((resolve) => setTimeout(resolve, restMs));
      const find = async (text: string | undefined) => {
        if (text === undefined || signal.aborted) return [];
        // Newest first: what was charged wrongly yesterday is looked for more often than last year's.
        const order = { sort: "received", isDescending: true } as const;
        const request = { text, states: visitState.options, limit: most, ...order };
        const found = await client.fetchQuery({ ...operationQuery("listVisits", request), gcTime: 0 });
        service.receive(found.visits);
        const words = matchWords(found);
        return found.visits.map((visit) => ({ visit, matched: words.get(visit.visitId) }));
      };
      const [invoiced, found] = await Promise.all([find(invoice), find(text)]);
      const hits = [
        ...invoiced.map(({ visit }) => hitOf(visit, { invoice })),
        ...found.map(({ visit, matched }) => hitOf(visit, { matched })),
      ];
      return hits.map((hit) => ({
        ...hit,
        target: hit.id,
        run: () => void navigate({ to: "/visits/by-visit/$visitId", params: { visitId: hit.id } }),
      }));
    },
  });
  return null;
}

function hitOf(
  row: VisitRow,
  { invoice, matched }: { invoice?: string | undefined; matched?: string | undefined },
) {
  const { visitId, state, reason, invoiceNumber, takenBy, serviceDate } = row;
  const visit = visitTitle(visitId, row);
  const about = [
    invoice ? visit : "",
    stateLook(state).label,
    serviceDate ? showDate(serviceDate) : "",
    invoiceNumber ? (invoice ? "" : `invoice ${invoiceNumber}`) : reason,
    takenBy ? `with ${takenBy}` : "",
    matched,
  ];
  return { id: visitId, title: invoice ?? visit, detail: about.filter(Boolean).join(" · ") };
}
