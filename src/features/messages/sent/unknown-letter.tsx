import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { isMissing } from "./attention.ts";
import { useUnknownLetters } from "./use-unknown-letters.ts";

/** A message that got no answer: what can be found out, and what the user can do. */
export function UnknownLetter({ entry }: { entry: MessageEntry }) {
  const { outbox, messages } = useWorkspace();
  const { known, checkedAt } = useUnknownLetters();
  const requestId = entry.attempts.at(-1)?.requestId;
  const again = () => void outbox.repeat(entry.id, { confirmed: true });
  const mark = (arrived: boolean) => void messages.settle(entry.id, { arrived, by: "person" });
  if (isMissing(entry, known)) {
    return (
      <Banner
        tone="warn"
        title="The service doesn’t have this message"
        actions={
          <Button look="primary" onClick={again}>
            Send again
          </Button>
        }
      >
        The service didn’t answer when you sent this. We checked on {formatToMinute(checkedAt)} and it doesn’t
        have the message. Sending again is safe: it can’t be delivered twice.
      </Banner>
    );
  }
  return (
    <Banner
      tone="ask"
      title="We don’t know whether it was sent"
      requestId={requestId}
      actions={
        <>
          <Button look="danger" onClick={again}>
            Send again (may arrive twice)
          </Button>
          <Button onClick={() => mark(true)}>It arrived</Button>
          <Button onClick={() => mark(false)}>It didn’t arrive</Button>
        </>
      }
    >
      No answer came back from the service. The message won’t be sent again unless you say so. Ask the
      recipient whether it arrived.
    </Banner>
  );
}
