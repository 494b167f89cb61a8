import { outcomeLook, outcomeWords } from "#room/features/visits/states.ts";
import { visitTitle } from "#room/features/visits/visit-name.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** How long a charge waits for its invoice number before it is told without. Milliseconds. */
const numberMs = 3000;

/** The number of a visit's invoice, once the service has told it. */
async function invoiceOf({ visits }: Workspace, visitId: string): Promise<number | undefined> {
  const { service } = visits;
  const told = () => service.row(visitId)?.invoiceNumber ?? undefined;
  return new Promise((resolve) => {
    const settle = () => {
      stop();
      clearTimeout(timer);
      resolve(told());
    };
    const stop = service.subscribe(() => {
      if (told() !== undefined) settle();
    });
    const timer = setTimeout(settle, told() === undefined ? numberMs : 0);
  });
}

/**
 * Says on whatever page is open what became of a visit that was sent and left. What isn’t charged stays until it is
 * closed.
 */
async function tellOutcome(
  workspace: Workspace,
  { id, outcome, message }: Settled,
  { hasNumbers, open }: { readonly hasNumbers: boolean; readonly open: (eventId: string) => void },
): Promise<void> {
  const visitId = workspace.visits.summary(id)?.visitId ?? id;
  const isCharged = outcome === "charged";
  const number = isCharged && hasNumbers ? await invoiceOf(workspace, visitId) : undefined;
  const detail = number === undefined ? message : `Invoice ${number}`;
  toast({
    title: `${visitTitle(visitId, workspace.visits.service.row(visitId))}: ${outcomeWords(outcome)}`,
    tone: outcomeLook(outcome).tone,
    ...(detail && { detail }),
    ...(!isCharged && { stays: 0 }),
    action: { label: "Open", run: () => open(id) },
  });
}

export function useTellOutcome(): (settled: Settled) => void {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const hasNumbers = useServiceConfig().extensions.includes("listVisits");
  return useCallback(
    (settled) =>
      void tellOutcome(workspace, settled, {
        hasNumbers,
        open: (eventId) => void navigate({ to: "/visits/$eventId", params: { eventId } }),
      }),
    [workspace, navigate, hasNumbers],
  );
}

/** The open visit is left while it is being sent: what becomes of it is told where the user is by then. */
export function useOutcomeAfterLeaving(eventId: string): void {
  const { visits, outbox } = useWorkspace();
  const router = useRouter();
  const tell = useTellOutcome();
  useEffect(
    () => () => {
      const id = visits.newestOf(eventId);
      const queued = visits.summary(id)?.queued;
      if (!queued || queued.state === "held") return;
      const stop = outbox.onSettled((settled) => {
        if (settled.id !== id) return;
        // An unknown one is told again once it is settled.
        if (settled.outcome !== "unknown") stop();
        if (!router.state.location.pathname.endsWith(id)) tell(settled);
      });
    },
    [visits, outbox, router, tell, eventId],
  );
}
