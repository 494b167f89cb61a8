import type { ReactNode } from "react";
import { useOutboxStatus, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { TakeNextButton } from "#room/features/visits/shared-visit/take-next-button.tsx";
import { useCopyAsNew } from "#room/features/visits/editor/session/use-copy-as-new.ts";

/** The actions available next to an outcome. */
export function OutcomeActions({
  summary,
  onRepeat,
}: {
  readonly summary: VisitSummary | undefined;
  readonly onRepeat: () => void;
}): ReactNode {
  const { outbox } = useWorkspace();
  const { pausedBecause } = useOutboxStatus();
  const copyAsNew = useCopyAsNew(summary?.eventId ?? "");
  if (!summary) return null;
  const { eventId, queued, state } = summary;
  if (state === "charged" && summary.changedSinceAttempt) {
    return (
      <Button size="small" onClick={copyAsNew}>
        Copy to a new visit
      </Button>
    );
  }
  if (state === "charged") return <TakeNextButton />;
  if (state === "unknown" && queued?.state !== "sending") {
    return (
      <Button size="small" onClick={onRepeat}>
        Send the same again
      </Button>
    );
  }
  if (queued?.state === "waiting") {
    return (
      <>
        {pausedBecause === "no-answer" ? (
          <Button size="small" onClick={() => void outbox.retryNow()}>
            Try again
          </Button>
        ) : null}
        <Button size="small" onClick={() => void outbox.hold(eventId)}>
          Hold
        </Button>
        <Button size="small" onClick={() => void outbox.withdraw(eventId)}>
          Withdraw
        </Button>
      </>
    );
  }
  if (queued?.state === "held") {
    return (
      <>
        <Button size="small" onClick={() => void outbox.release(eventId)}>
          Release
        </Button>
        <Button size="small" onClick={() => void outbox.withdraw(eventId)}>
          Withdraw
        </Button>
      </>
    );
  }
  return null;
}
