import { valueOf, someOf } from "./rows.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { StoredText } from "#room/server/vault/stored-text.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { KeyedEngine } from "./engine.ts";
import { markMessages, type MarkChange } from "./mark-messages.ts";
import { nextChanges } from "./next-changes.ts";
import { sharedStatesOf, type SharedState } from "./shared-letters.ts";
import type { Tables } from "./tables.ts";
import { parseNames } from "./user-repository.ts";

export interface SummaryRecord {
  readonly messageId: number;
  readonly subject: string;
  readonly sender: string;
  readonly receivedAt: number;
  readonly size: number;
  readonly hasAttachments: boolean;
  readonly isRead: boolean;
  readonly isArchived: boolean;
  readonly labels: readonly string[];
  /** Its first words; undefined: not made yet. */
  readonly preview: string | undefined;
  /** The same for all of its conversation. */
  readonly threadId: number;
  /** Of a letter to a shared address; undefined: of others, and where nobody asked. */
  readonly shared?: SharedState | undefined;
}

export interface ChangesAsked {
  readonly since: number;
  /** Only those changed before this number. */
  readonly before: number | undefined;
  /** Changes of one transaction have one number and come together, so that there may be more. */
  readonly limit: number;
}

export async function putInMailboxes(
  db: Transaction<Tables>,
  userIds: readonly number[],
  { messageId, receivedAt }: { readonly messageId: number; readonly receivedAt: number },
): Promise<void> {
  if (userIds.length === 0) return;
  const numbers = await nextChanges(db, userIds);
  await db
    .insertInto("mailbox_entry")
    .values(
      userIds.map((user_id) => ({
        user_id,
        message_id: messageId,
        received_at: receivedAt,
        change_number: numbers.get(user_id) ?? 0,
      })),
    )
    .execute();
}

export const summaryColumns = [
  "message.message_id as messageId",
  "subject",
  "sender",
  "message.received_at as receivedAt",
  "size",
  "attachment_count as attachmentCount",
  "preview",
  "thread_id as threadId",
] as const;

export function entriesOf(db: Kysely<Tables>, userId: number) {
  return db
    .selectFrom("mailbox_entry")
    .innerJoin("message", "message.message_id", "mailbox_entry.message_id")
    .select(summaryColumns)
    .select(["mailbox_entry.is_read as isRead", "mailbox_entry.is_archived as isArchived", "labels"])
    .where("mailbox_entry.user_id", "=", userId);
}

export interface SummaryRow extends Pick<SummaryRecord, "messageId" | "sender" | "receivedAt" | "size"> {
  readonly subject: StoredText;
  readonly attachmentCount: number;
  readonly preview: StoredText | null;
  readonly threadId: number | null;
  readonly isRead: number;
  readonly isArchived: number;
  readonly labels: StoredText | null;
}

const summariesAtOnce = 500;

/** One message that cannot be decrypted does not hide the others; opening it reports an error, and so does the log. */
export async function openedSubject(vault: Vault, messageId: number, subject: StoredText): Promise<string> {
  const opened = await ifReadable(vault.text(associatedData.subject(messageId), subject));
  return opened ?? "(This message cannot be read)";
}

export async function openedPreview(
  vault: Vault,
  messageId: number,
  preview: StoredText | null,
): Promise<string | undefined> {
  return (await ifReadable(vault.text(associatedData.preview(messageId), preview))) ?? undefined;
}

export async function openSummaries(
  vault: Vault,
  userId: number,
  rows: readonly SummaryRow[],
): Promise<SummaryRecord[]> {
  const summaries: SummaryRecord[] = [];
  for (const [index, { attachmentCount, ...row }] of rows.entries()) {
    const { messageId } = row;
    const subject = await openedSubject(vault, messageId, row.subject);
    const preview = await openedPreview(vault, messageId, row.preview);
    const labels = await ifReadable(vault.text(associatedData.labels(userId, messageId), row.labels));
    summaries.push({
      ...row,
      subject,
      hasAttachments: attachmentCount > 0,
      preview,
      threadId: row.threadId ?? messageId,
      labels: parseNames(labels ?? "[]"),
      isRead: row.isRead === 1,
      isArchived: row.isArchived === 1,
    });
    // Lets other work run while reading a large mailbox.
    if (index % summariesAtOnce === summariesAtOnce - 1) await nextTurn();
  }
  return summaries;
}

/** These summaries with how far the letters to shared addresses are. */
export async function withShared<Summary extends SummaryRecord>(
  db: Kysely<Tables>,
  userId: number,
  summaries: readonly Summary[],
): Promise<Summary[]> {
  const states = new Map<number, SharedState>();
  for (const some of someOf(summaries.map(({ messageId }) => messageId)))
    for (const [id, state] of await sharedStatesOf(db, userId, some)) states.set(id, state);
  return summaries.map((summary) => ({ ...summary, shared: states.get(summary.messageId) }));
}

export function createMailboxes({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
  return {
    async summariesOf(userId: number): Promise<SummaryRecord[]> {
      const rows = entriesOf(db, userId)
        .orderBy("mailbox_entry.received_at", "desc")
        .orderBy("mailbox_entry.message_id", "desc");
      // The interface's own list has neither: nothing is decrypted in vain.
      const bare = (await rows.execute()).map((row) => ({ ...row, preview: null, labels: null }));
      return openSummaries(vault, userId, bare);
    },
    async tellsOpened(userId: number): Promise<boolean> {
      return (await valueOf(db.selectFrom("mailbox").where("user_id", "=", userId), "tells_opened")) === 1;
    },
    async setTellsOpened(userId: number, tellsOpened: boolean): Promise<void> {
      const tells_opened = tellsOpened ? 1 : 0;
      await db
        .insertInto("mailbox")
        .values({ user_id: userId, changes: 0, tells_opened })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ tells_opened }))
        .execute();
    },
    /** Notes the first time, of those who tell. */
    async noteOpened(userId: number, messageId: number, at: number): Promise<void> {
      const entry = db
        .updateTable("mailbox_entry")
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId);
      await entry.set({ was_brought: 0 }).where("was_brought", "=", 1).execute();
      await entry
        .set({ opened_at: at })
        .where("opened_at", "is", null)
        .where("user_id", "in", (query) =>
          query.selectFrom("mailbox").select("user_id").where("tells_opened", "=", 1),
        )
        .execute();
    },
    mark: (marks: {
      readonly userId: number;
      readonly ids: readonly number[];
      readonly change: MarkChange;
    }) => markMessages({ db, vault }, marks),
    async changesOf(userId: number, { since, before, limit }: ChangesAsked) {
      // Read first: what changes in between is reported again the next time.
      const changes = await valueOf(db.selectFrom("mailbox").where("user_id", "=", userId), "changes");
      const restoredAt = await valueOf(db.selectFrom("restored_backup"), "restored_at");
      const state = { changeNumber: changes ?? 0, validity: Number(restoredAt ?? 0) };
      if (since >= state.changeNumber) return { ...state, summaries: [], before: undefined };
      const asked = db
        .selectFrom("mailbox_entry")
        .where("user_id", "=", userId)
        .where("change_number", ">", since)
        .where("change_number", "<", before ?? Number.MAX_SAFE_INTEGER)
        .orderBy("change_number", "desc");
      const last = await valueOf(asked.offset(limit - 1), "change_number");
      const from = last ?? since + 1;
      const rows = await entriesOf(db, userId)
        .where("mailbox_entry.change_number", ">=", from)
        .where("mailbox_entry.change_number", "<", before ?? Number.MAX_SAFE_INTEGER)
        .orderBy("mailbox_entry.change_number", "desc")
        .orderBy("mailbox_entry.message_id", "desc")
        .execute();
      return {
        ...state,
        summaries: await withShared(db, userId, await openSummaries(vault, userId, rows)),
        before: last && from > since + 1 ? from : undefined,
      };
    },
  };
}
