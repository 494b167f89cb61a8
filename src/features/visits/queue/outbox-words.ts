import { counted } from "#room/contract/primitives/counted.ts";
import type { OutboxStatus } from "#room/workspace/attempts/outbox-entry.ts";

/** Why nothing leaves, and what that means for what has not left. */
const words = {
  offline: ["The service can’t be reached.", "Sending goes on as soon as it can be."],
  busy: ["The service is busy.", "Sending goes on by itself."],
  session: ["Your session has ended.", "Sending goes on after you sign in again."],
  "no-answer": ["The service has stopped answering.", "Nothing more is sent until you try again."],
} as const;

/** What waits while the outbox is paused; undefined when nothing does. What got no answer is not called unsent. */
export function outboxWords({
  waiting,
  sending,
  held,
  unanswered = 0,
  pausedBecause,
}: OutboxStatus): { readonly title: string; readonly body: string } | undefined {
  const unsent = waiting + sending;
  if (pausedBecause === undefined || unsent + unanswered === 0) return undefined;
  const [cause, rest] = words[pausedBecause];
  const body = [
    cause,
    ...(unsent > 0 ? [rest] : []),
    ...(unsent > 0 && unanswered > 0 ? [`${counted(unanswered, "more", "more")} got no answer.`] : []),
    ...(unanswered > 0
      ? ["What got no answer may or may not have been accepted, and will be sent again to find out."]
      : []),
    ...(held > 0 ? [`${counted(held, "more is", "more are")} on hold.`] : []),
  ];
  return {
    title:
      unsent > 0
        ? `${counted(unsent, "item is", "items are")} waiting to be sent`
        : `${counted(unanswered, "item")} got no answer`,
    body: body.join(" "),
  };
}
