import type { QueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { asksForChanges, inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import type { Mailbox } from "#room/features/messages/inbox/read-mailbox.ts";
import { changesIt, type MarkChange, requestOf, undoOf, withChangeAt } from "./mark-change.ts";
import { inTurn, makeAllNow } from "./marks-under-way.ts";

/** As many as the service takes in one call. */
const atOnce = 1000;

addEventListener("pagehide", makeAllNow);

/** Whether the service keeps the marks; else this browser does, and there are no archive and labels. */
export function keepsMarks(): boolean {
  return asksForChanges() && serviceConfig().extensions.includes("flagMessages");
}

function show(client: QueryClient, ids: ReadonlySet<number>, change: MarkChange): void {
  client.setQueryData<Mailbox>(
    inboxQuery.queryKey,
    (mailbox) => mailbox && { ...mailbox, summaries: withChangeAt(mailbox.summaries, ids, change) },
  );
}

export function changedBy(client: QueryClient, ids: readonly number[], change: MarkChange): number[] {
  const asked = new Set(ids);
  const mailbox = client.getQueryData<Mailbox>(inboxQuery.queryKey);
  return (mailbox?.summaries ?? []).flatMap((summary) =>
    asked.has(summary.messageId) && changesIt(summary, change) ? [summary.messageId] : [],
  );
}

/** Whether one of them is of a shared mailbox, whose people have one archive. */
export function isAnyShared(client: QueryClient, ids: readonly number[]): boolean {
  const mailbox = client.getQueryData<Mailbox>(inboxQuery.queryKey);
  return (mailbox?.summaries ?? []).some(({ messageId, shared }) => shared && ids.includes(messageId));
}

async function tell(client: QueryClient, ids: readonly number[], change: MarkChange): Promise<void> {
  let done = 0;
  try {
    for (; done < ids.length; done += atOnce) {
      const messageIds = ids.slice(done, done + atOnce);
      // Also when the page is left in that moment: what is shown as read or archived stays so.
      const { tooManyLabels } = await callOperation(
        "flagMessages",
        { messageIds, ...requestOf(change) },
        { keepalive: true },
      );
      if (tooManyLabels.length > 0) {
        show(client, new Set(tooManyLabels), undoOf(change));
        throw new Error("Some of them have 20 labels already, which is the most. Remove one first.");
      }
    }
  } catch (error) {
    show(client, new Set(ids.slice(done)), undoOf(change));
    throw error;
  } finally {
    // A look under way that did not know of it yet ends with this.
    void client.refetchQueries({ queryKey: inboxQuery.queryKey });
  }
}

/** Marks messages at the service, shown at once; those that it could not mark are shown as they were. */
export async function markOnService(
  client: QueryClient,
  ids: readonly number[],
  change: MarkChange,
): Promise<void> {
  show(client, new Set(ids), change);
  await inTurn(ids, change, () => tell(client, ids, change));
}
