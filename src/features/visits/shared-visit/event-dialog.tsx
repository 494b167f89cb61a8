import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import { useQuery } from "@tanstack/react-query";
import { Failed } from "#room/features/parts/failed.tsx";
import { diffEvents } from "#room/billing/diff-events.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { faultAt } from "#room/billing/fault-words.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { parsePath } from "#room/contract/issues.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { Unreadable } from "#room/features/visits/import/settle-leaf.ts";
import { DifferenceList } from "#room/features/visits/editor/correction/difference-list.tsx";
import { receivedEvent } from "./received-event.ts";
import type { StoryEvent } from "./story-lines.ts";
import { serviceVisitQuery, type ServiceVisit } from "./use-service-visit.ts";
import styles from "#room/features/visits/editor/editor.module.css";

interface EventDialogProps {
  readonly event: StoryEvent;
  /** The previous event of the visit, or the one that was billed. */
  readonly before?: StoryEvent | undefined;
  readonly beforeWords?: string;
  readonly onClose: () => void;
}

function contentOf(answer: ServiceVisit | undefined): DraftEvent | undefined {
  const event = answer?.autoChargedEvent && receivedEvent(answer.autoChargedEvent);
  return event instanceof Unreadable ? undefined : (event ?? undefined);
}

/** One event as received: the difference from the previous one, its rules log and audit, and its JSON. */
export function EventDialog({
  event,
  before,
  beforeWords = "the version before",
  onClose,
}: EventDialogProps) {
  const { eventId, receivedAt } = event;
  const { data, error, isPending } = useQuery(serviceVisitQuery(event));
  const earlier = useQuery({
    ...serviceVisitQuery(before ?? { eventId: "" }),
    enabled: before !== undefined,
  });
  const content = contentOf(data);
  const earlierContent = contentOf(earlier.data);
  const received = data?.autoChargedEvent;
  const stored = data?.events.find(
    (each) => each.eventId === eventId && (receivedAt === undefined || each.receivedAt === receivedAt),
  );
  return (
    <Dialog
      title="What was received"
      onClose={onClose}
      width="wide"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <TechnicalIds ids={[`event ${eventId}`]} />
      {isPending ? (
        <p>
          <Spinner /> Loading
        </p>
      ) : null}
      <Failed error={error} />
      {stored && stored.errors.length > 0 ? (
        <>
          <h3>What was wrong</h3>
          <ul className={styles.changes}>
            {stored.errors.map(({ fieldName, message }) => (
              <li key={`${fieldName ?? ""} ${message ?? ""}`}>
                {faultAt(parsePath(fieldName ?? ""), message ?? "")}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {earlierContent && content ? (
        <>
          <h3>Changed since {beforeWords}</h3>
          <DifferenceList changes={diffEvents(earlierContent, content)} />
        </>
      ) : null}
      {content ? <RulesAndAudit event={content} /> : null}
      {data && !received ? <p>Its content was too large for the service to keep.</p> : null}
      {received ? (
        <details>
          <summary>As JSON</summary>
          <pre className={styles.code}>{JSON.stringify(received, undefined, 2)}</pre>
        </details>
      ) : null}
    </Dialog>
  );
}

function RulesAndAudit({ event }: { readonly event: DraftEvent }) {
  const outcome = outcomeOf(event.audit);
  const rules = Array.isArray(event.audit?.rulesLogs) ? event.audit.rulesLogs : [];
  return (
    <>
      <h3>Rules and audit</h3>
      <ul className={styles.changes}>
        <li>{outcome.kind === "withheld" ? `To be withheld: ${outcome.reason}` : "May be charged"}</li>
        {rules.map(({ ruleName, ruleGroup, status, message }, index) => (
          <li key={index}>
            {[ruleName || ruleGroup || "Rule", status, message].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
    </>
  );
}
