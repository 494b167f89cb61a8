import { Link } from "@tanstack/react-router";
import { StateBadge } from "#room/ui/state-badge.tsx";
import type { Delivery } from "./attention.ts";
import { deliveryWords } from "./delivery-words.ts";

/** What is known of one recipient: the state, the reason, and what to do next. */
export function DeliveryLine({ delivery, isNamed = true }: { delivery: Delivery; isNamed?: boolean }) {
  const { tone, words, noticeId, advice } = deliveryWords(delivery);
  return (
    <>
      <StateBadge tone={tone}>{words}</StateBadge> {isNamed ? `${delivery.recipient} ` : null}
      {noticeId === undefined ? null : (
        <Link to="/messages/$messageId" params={{ messageId: String(noticeId) }}>
          Read the notice
        </Link>
      )}
      {advice === undefined ? null : <p>{advice}</p>}
      {delivery.reason ? <p className="quiet small">They said: “{delivery.reason}”</p> : null}
    </>
  );
}
