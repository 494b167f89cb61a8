import { useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { Button } from "#room/ui/button.tsx";
import { formatSeconds } from "#room/ui/formats.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { outcomeLook } from "#room/features/visits/states.ts";
import { ToneMark } from "#room/features/visits/editor/findings/tone-mark.tsx";
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import { type Sent, SentDialog } from "./sent-dialog.tsx";

export function AttemptList({ eventId, sent }: { readonly eventId: string; readonly sent: readonly Sent[] }) {
  const [shown, setShown] = useState<Sent>();
  return (
    <>
      <ol className={styles.list}>
        {sent.map((each) => (
          <AttemptItem
            key={`${each.eventId} ${each.attempt.number}`}
            attempt={each.attempt}
            asEvent={each.eventId === eventId ? undefined : each.eventId}
            onShow={() => setShown(each)}
          />
        ))}
      </ol>
      {shown === undefined ? null : (
        <SentDialog
          eventId={shown.eventId}
          number={shown.attempt.number}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

interface AttemptItemProps {
  readonly attempt: Attempt;
  /** The event it was sent as, if an older one. */
  readonly asEvent: string | undefined;
  readonly onShow: () => void;
}

function AttemptItem({ attempt, asEvent, onShow }: AttemptItemProps) {
  const { outcome, startedAt, by, durationMs, requestId, message, tries } = attempt;
  const { tone, label: words } = outcomeLook(outcome);
  return (
    <li>
      <ToneMark tone={tone} />
      <div>
        {words}
        <small>
          <time dateTime={new Date(startedAt).toISOString()}>{new Date(startedAt).toLocaleString()}</time> ·{" "}
          {by}
          {durationMs === undefined ? null : ` · ${formatSeconds(durationMs)}`}
          {tries !== undefined && tries > 1 ? ` · ${tries} tries` : null}
        </small>
        {message ? <small>{message}</small> : null}
        {asEvent === undefined ? null : <small>before the correction</small>}
        <TechnicalIds ids={[asEvent && `event ${shortGuid(asEvent)}`, requestId && `request ${requestId}`]} />
      </div>
      <Button size="small" look="quiet" onClick={onShow}>
        View request
      </Button>
    </li>
  );
}
