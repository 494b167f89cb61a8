import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { VisitState } from "#room/contract/schemas/visit.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useCommands, usePaletteSource } from "#room/ui/commands.ts";
import { useTakeNext } from "./use-take-next.ts";

/** An invoice number, or the start of an id: what the service can find quickly. */
const findable = /^(?:\d{1,12}|[0-9a-f-]{4,36})$/i;

const everyState: VisitState[] = ["withheld", "refused", "charged", "closed"];

/** "Take next" on every page, and the clinic's visits in the palette. Renders nothing. */
export function QueueCommands() {
  const next = useTakeNext();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { visits } = useWorkspace();
  const canFind = useServiceConfig().extensions.includes("listVisits");
  useCommands([
    {
      id: "take-next",
      title: "Take next",
      keys: "alt+n",
      group: "Work",
      words: "visit queue work",
      worksInFields: true,
      isEnabled: next !== undefined,
      run: () => next?.takeNext(),
    },
  ]);
  usePaletteSource({
    id: "service-visits",
    group: "Clinic’s visits",
    search: async (query) => {
      if (!canFind || !findable.test(query)) return [];
      const text = query.replaceAll("-", "").toLowerCase();
      const request = { text, states: everyState, limit: 8 };
      const found = await client.fetchQuery({ ...operationQuery("listVisits", request), gcTime: 0 });
      return found.visits
        .filter(({ eventId, visitId }) => !visits.summary(eventId) && visits.ofVisit(visitId).length === 0)
        .map(({ visitId, state, reason, invoiceNumber, takenBy }) => ({
          id: visitId,
          title: `Visit ${shortGuid(visitId)}`,
          detail: [
            state,
            invoiceNumber ? `invoice ${invoiceNumber}` : reason,
            takenBy ? `with ${takenBy}` : "",
          ]
            .filter(Boolean)
            .join(" · "),
          run: () => void navigate({ to: "/visits/by-visit/$visitId", params: { visitId } }),
        }));
    },
  });
  return null;
}
