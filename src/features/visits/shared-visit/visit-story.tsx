import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { formatSeconds } from "#room/ui/formats.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { Button } from "#room/ui/button.tsx";
import { useFew } from "#room/ui/use-few.tsx";
import { useNow } from "#room/ui/use-now.ts";
import type { SharedVisit } from "./shared-visit.ts";
import type { OwnAttempt } from "./own-attempt.ts";
import { storyOf, type StoryItem } from "./story-lines.ts";
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import editor from "#room/features/visits/editor/editor.module.css";
import { ToneMark } from "#room/features/visits/editor/findings/tone-mark.tsx";
import styles from "./visit-story.module.css";

const InvoiceDialog = lateDialog(
  async () => (await import("#room/features/visits/invoice/invoice-dialog.tsx")).InvoiceDialog,
);

const EventDialog = lateDialog(async () => (await import("./event-dialog.tsx")).EventDialog);

interface VisitStoryProps {
  readonly shared: SharedVisit;
  readonly own: readonly OwnAttempt[];
  /** What this browser sent, with the difference from the previous attempt. */
  readonly onShowAttempt: (attempt: OwnAttempt) => void;
}

/** The visit's timeline, newest first: events, attempts, who had it, notes, the invoice. */
export function VisitStory({ shared, own, onShowAttempt }: VisitStoryProps) {
  const [event, setEvent] = useState<StoryItem["event"]>();
  const [hasInvoice, setInvoice] = useState(false);
  const now = useNow(60_000);
  const { shown, more } = useFew(storyOf(shared.answer, own), 8);
  return (
    <section aria-label="Timeline">
      <h2 className={editor.sideTitle}>Timeline</h2>
      <ol className={editor.list}>
        {shown.map((item) => (
          <StoryLine
            key={item.key}
            item={item}
            now={now}
            onShowEvent={() => setEvent(item.event)}
            onShowAttempt={onShowAttempt}
            onInvoice={() => setInvoice(true)}
          />
        ))}
      </ol>
      {more}
      {event ? (
        <EventDialog
          event={{ eventId: event.eventId, ...(event.receivedAt && { receivedAt: event.receivedAt }) }}
          before={event.before}
          onClose={() => setEvent(undefined)}
        />
      ) : null}
      {hasInvoice ? <InvoiceDialog visitId={shared.visitId} onClose={() => setInvoice(false)} /> : null}
    </section>
  );
}

interface StoryLineProps {
  readonly item: StoryItem;
  readonly now: number;
  readonly onShowEvent?: () => void;
  readonly onShowAttempt: (attempt: OwnAttempt) => void;
  readonly onInvoice?: () => void;
}

export function StoryLine({ item, now, onShowEvent, onShowAttempt, onInvoice }: StoryLineProps) {
  const { at, tone, title, by, detail, event, attempt, hasInvoice } = item;
  const { requestId, durationMs } = attempt?.attempt ?? {};
  return (
    <li>
      <ToneMark tone={tone} />
      <div>
        {title}
        <small>
          <time dateTime={new Date(at).toISOString()} title={clinicTimes().inFull(at)}>
            {clinicTimes().moment(at, now)}
          </time>{" "}
          · {by}
          {durationMs === undefined ? null : ` · ${formatSeconds(durationMs)}`}
        </small>
        {detail ? <small className={styles.detail}>{detail}</small> : null}
        <TechnicalIds
          ids={[event && `event ${shortGuid(event.eventId)}`, requestId && `request ${requestId}`]}
        />
      </div>
      <span className={styles.ways}>
        {event ? (
          <Button size="small" look="quiet" aria-label="Show what was received" onClick={onShowEvent}>
            Show
          </Button>
        ) : null}
        {attempt && !event ? (
          <Button size="small" look="quiet" onClick={() => onShowAttempt(attempt)}>
            View request
          </Button>
        ) : null}
        {hasInvoice ? (
          <Button size="small" look="quiet" onClick={onInvoice}>
            Invoice
          </Button>
        ) : null}
      </span>
    </li>
  );
}
