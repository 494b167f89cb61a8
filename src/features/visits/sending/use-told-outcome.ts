import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { tellOutcome } from "./tell-outcome.ts";

/** Says what became of a visit, on whatever page is open by then. */
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
