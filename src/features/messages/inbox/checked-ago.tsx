import { useSession } from "#room/api/session.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { inboxFault } from "./fault-words.ts";
import styles from "#room/features/messages/messages-page.module.css";
import { agoWords } from "./received-words.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import { useNow } from "#room/ui/use-now.ts";
import type { Inbox } from "./use-inbox.ts";

/** "checked 12 s ago · check now". */
export function CheckedAgo({ inbox }: { inbox: Inbox }) {
  const now = useNow(1000);
  const { checkedAt, isChecking, checkNow } = inbox;
  return (
    <span className={styles.checked}>
      {isChecking
        ? "checking…"
        : checkedAt === 0
          ? "not checked yet"
          : `checked ${agoWords(now - checkedAt)} ago`}
      {isChecking ? null : (
        <>
          {" · "}
          <button type="button" className={styles.check} onClick={checkNow}>
            check now
          </button>
        </>
      )}
    </span>
  );
}

/** What went wrong with the last check: each flag with its own message and action. */
export function InboxFaultNote({ inbox }: { inbox: Inbox }) {
  const session = useSession();
  const { failure, checkedAt, checkNow } = inbox;
  if (session.kind === "lost") {
    const since = checkedAt === 0 ? "" : ` The list is from ${formatToMinute(checkedAt)}.`;
    return (
      <Banner tone="warn" role="status" title="Your session has ended">
        Sign in again. Nothing here is lost.{since}
      </Banner>
    );
  }
  if (failure === null) return null;
  const fault = inboxFault(failure);
  return (
    <Banner
      tone={fault.way === "administrator" ? "bad" : "warn"}
      role="status"
      title={fault.title}
      requestId={fault.requestId}
      isFailure
      actions={fault.way === "sign-in" ? null : <Button onClick={checkNow}>Check now</Button>}
    >
      {fault.detail} {fault.advice}
    </Banner>
  );
}
