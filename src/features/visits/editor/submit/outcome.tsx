import { useEffect, useRef } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { outcomeWordsOf } from "#room/features/visits/sending/outcome-words.ts";
import { isSuperseded, useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import {
  useOutboxStatus,
  useVisitSummary,
  useWorkspace,
} from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { InvoiceWords } from "./invoice-words.tsx";
import { OutcomeActions } from "./outcome-actions.tsx";
import { refusedFindings } from "./apply-refused.ts";

/**
 * Shows the service's faults at the fields whose text is still what was sent; after a new refusal, focuses the first.
 */
function useRefused(session: EditorSession, eventId: string, last: Attempt | undefined): void {
  const { visits } = useWorkspace();
  const known = useRef(last?.number);
  useEffect(() => {
    let isOver = false;
    const isNew = last?.outcome === "refused" && last.number !== known.current;
    if (last?.outcome !== undefined) known.current = last.number;
    const show = async (attempt: Attempt) => {
      const content = await visits.attemptContent(eventId, attempt.number);
      if (isOver || !content) return;
      const found = refusedFindings(attempt, content.sent, session.visit.event());
      session.findings.setRefused(found);
      const first = isNew
        ? session.findings.list
            .get()
            .find(({ finding }) => finding.ruleId === "service" && finding.path.length > 0)
        : undefined;
      if (first?.place) session.focus(first.place);
    };
    if (last?.outcome === "refused" && (last.fields?.length ?? 0) > 0) void show(last);
    else session.findings.setRefused([]);
    return () => {
      isOver = true;
    };
  }, [session, visits, eventId, last]);
}

/** Brings what became of a visit into sight when it is known: a long form is often sent from its end. */
function useInSight(last: Attempt | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const settled = last?.outcome && `${last.number} ${last.outcome}`;
  const before = useRef(settled);
  // Faults at fields are gone to themselves.
  const isElsewhere = (last?.fields?.length ?? 0) > 0;
  useEffect(() => {
    if (settled === before.current) return;
    before.current = settled;
    if (settled !== undefined && !isElsewhere) box.current?.scrollIntoView({ block: "nearest" });
  }, [settled, isElsewhere]);
  return box;
}

interface OutcomeProps {
  readonly session: EditorSession;
  readonly record: VisitRecord;
  readonly isFollower: boolean;
  readonly onRepeat: () => void;
}

/** What happened to the visit, in plain words. States nothing the service has not said. */
export function Outcome({ session, record, isFollower, onRepeat }: OutcomeProps) {
  const summary = useVisitSummary(record.eventId);
  const last = summary?.attempts.at(-1);
  useRefused(session, record.eventId, last);
  const box = useInSight(last);
  const status = useOutboxStatus();
  const { repeatedEvents } = useServiceConfig();
  const shared = useSharedVisit();
  // Closed, or charged by another event: what became of this one is no longer what to do about the visit.
  const isPast =
    isSuperseded(shared?.claim, record.eventId) &&
    (summary?.state === "withheld" || summary?.state === "refused" || summary?.notSent !== undefined);
  const claim = shared?.claim;
  const isVoided = claim?.kind === "charged" && claim.isVoided === true;
  const isReplaced = claim?.kind === "charged" && claim.eventId !== record.eventId;
  const since =
    summary?.state !== "charged" ? undefined : isVoided ? "voided" : isReplaced ? "corrected" : undefined;
  const words = summary && !isPast ? outcomeWordsOf(summary, status, repeatedEvents === "safe") : undefined;
  return (
    <div ref={box} role="status" aria-label="Outcome" className={styles.outcome}>
      {words ? (
        <Banner
          tone={since === undefined ? words.tone : "plain"}
          title={since === undefined ? words.title : `${words.title}, ${since} since`}
          requestId={words.requestId}
          actions={<OutcomeActions hasEnded={since !== undefined} {...{ summary, isFollower, onRepeat }} />}
        >
          {summary?.state === "charged" ? (
            <InvoiceWords visitId={record.event.visitCharged?.visitId ?? ""} eventId={record.eventId} />
          ) : null}
          {words.detail}
        </Banner>
      ) : null}
    </div>
  );
}
