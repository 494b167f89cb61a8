import { isAny, valueOf, valuesOf, addNew } from "./rows.ts";
import type { Kysely, Transaction } from "kysely";
import { nextChanges } from "./next-changes.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

export interface Threading {
  /** Its Message-ID, without brackets. */
  readonly mailId: string | undefined;
  /** Message-IDs; the last is of the message that it answers. */
  readonly references: readonly string[];
  readonly answers?: number | undefined;
}

/** A letter that is answered has grown by its ancestors: the first and the last of them are kept. */
const maxReferences = 20;
const longestId = 300;

const isKept = (id: string) => id !== "" && id.length <= longestId;

/** At most so many, the first among them, as RFC 5322 lets a reply shorten them. */
function shortened(references: readonly string[]): string[] {
  const ids = [...new Set(references.map((id) => storableText(id)).filter((id) => isKept(id)))];
  return ids.length <= maxReferences ? ids : [...ids.slice(0, 1), ...ids.slice(1 - maxReferences)];
}

async function threadsOf(db: Transaction<Tables>, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("thread_mail").selectAll().where("mail_id", "in", ids).execute();
  return new Map(rows.map(({ mail_id, thread_id }) => [mail_id, thread_id]));
}

/** The letters that were here before the one they answer join its conversation. */
async function merge(db: Transaction<Tables>, from: number, into: number): Promise<void> {
  const moved = await db
    .updateTable("message")
    .set({ thread_id: into })
    .where("thread_id", "=", from)
    .returning("message_id")
    .execute();
  await db.updateTable("thread_mail").set({ thread_id: into }).where("thread_id", "=", from).execute();
  const ofThem = db.selectFrom("message").select("message_id").where("thread_id", "=", into);
  if (moved.length === 0) return;
  const entries = db.selectFrom("mailbox_entry").where("message_id", "in", ofThem);
  const numbers = await nextChanges(db, await valuesOf(entries.distinct(), "user_id"));
  for (const [user_id, change_number] of numbers)
    await db
      .updateTable("mailbox_entry")
      .set({ change_number })
      .where("user_id", "=", user_id)
      .where("message_id", "in", ofThem)
      .execute();
}

/**
 * Places a stored letter in its conversation: that of the message it answers, or of the nearest letter it refers to. Two
 * conversations are one only if the letter that was missing between them comes late, never because a letter refers to both.
 */
export async function joinConversation(
  db: Transaction<Tables>,
  messageId: number,
  { mailId, references, answers }: Threading,
): Promise<void> {
  const answered =
    answers === undefined
      ? undefined
      : await db
          .selectFrom("message")
          .select(["thread_id", "mail_id", "mail_references"])
          .where("message_id", "=", answers)
          .executeTakeFirst();
  const ancestors = answered
    ? [...(answered.mail_references ?? "").split(" "), answered.mail_id ?? ""]
    : references;
  const kept = shortened(ancestors);
  const own = mailId !== undefined && isKept(mailId) ? storableText(mailId) : undefined;
  const ids = [...new Set([...kept, ...(own === undefined ? [] : [own])])].toSorted();
  const nearestOf = (threads: ReadonlyMap<string, number>) =>
    kept.toReversed().flatMap((id) => threads.get(id) ?? [])[0];
  const before = await threadsOf(db, ids);
  const isOfOwn = own !== undefined && !kept.includes(own);
  const awaited = isOfOwn ? before.get(own) : undefined;
  const thread = answered?.thread_id ?? nearestOf(before) ?? awaited ?? messageId;
  const fresh = ids.filter((id) => !before.has(id));
  await addNew(
    db,
    "thread_mail",
    fresh.map((mail_id) => ({ mail_id, thread_id: thread })),
  );
  // Of two that came at once, the other may have been first.
  const settled = thread === messageId ? (nearestOf(await threadsOf(db, ids)) ?? thread) : thread;
  const isLate = own !== undefined && awaited !== undefined && awaited !== settled;
  // By its conversation: no index has the Message-ID of a letter.
  const awaitedLetters = db.selectFrom("message").where("thread_id", "=", awaited ?? null);
  const isKnown = isLate && (await isAny(awaitedLetters.where("mail_id", "=", own)));
  await db
    .updateTable("message")
    .set({
      mail_id: own ?? null,
      mail_references: kept.length === 0 ? null : kept.join(" "),
      thread_id: settled,
    })
    .where("message_id", "=", messageId)
    .execute();
  if (isLate && !isKnown) await merge(db, awaited, settled);
}

export interface NamedVisit {
  readonly messageId: number;
  readonly visitId: string;
  /** Its whole conversation is no longer about it. */
  readonly isRemoved?: boolean;
}

/** Notes that a message is about a visit; once. */
export async function nameVisit(
  db: Kysely<Tables>,
  { messageId, visitId, isRemoved }: NamedVisit,
): Promise<void> {
  if (isRemoved) {
    await db
      .deleteFrom("message_visit")
      .where("visit_id", "=", visitId)
      .where("message_id", "in", (query) =>
        query
          .selectFrom("message")
          .select("message_id")
          .where("thread_id", "=", (own) =>
            own.selectFrom("message").select("thread_id").where("message_id", "=", messageId),
          ),
      )
      .execute();
    return;
  }
  await addNew(db, "message_visit", [{ message_id: messageId, visit_id: visitId }]);
}

/** More than anybody reads of one conversation. */
const maxLetters = 500;

/** The messages that this user received or sent, or somebody else from an address while this user shares it. */
function seenBy(db: Kysely<Tables>, userId: number) {
  return db.selectFrom("message").where(({ or, exists, selectFrom }) => {
    const sent = selectFrom("sent_message")
      .select("sent_message.message_id")
      .whereRef("sent_message.message_id", "=", "message.message_id");
    return or([
      exists(
        selectFrom("mailbox_entry")
          .select("mailbox_entry.message_id")
          .whereRef("mailbox_entry.message_id", "=", "message.message_id")
          .where("mailbox_entry.user_id", "=", userId),
      ),
      exists(sent.where("sent_message.user_id", "=", userId)),
      exists(
        sent.where("sent_message.shared_from", "in", (own) =>
          own
            .selectFrom("shared_address")
            .select("shared_address.address_key")
            .where("shared_address.user_id", "=", userId),
        ),
      ),
    ]);
  });
}

/** Whether it is one of those. */
export async function isSeenBy(db: Kysely<Tables>, userId: number, messageId: number): Promise<boolean> {
  return isAny(seenBy(db, userId).where("message_id", "=", messageId));
}

export async function lettersIn(
  db: Kysely<Tables>,
  userId: number,
  threads: readonly number[],
): Promise<number[]> {
  if (threads.length === 0) return [];
  const letters = seenBy(db, userId).where("thread_id", "in", threads);
  return valuesOf(letters.orderBy("message_id", "desc").limit(maxLetters), "message_id");
}

export async function threadOf(db: Kysely<Tables>, messageId: number): Promise<number | undefined> {
  const message = db.selectFrom("message").where("message_id", "=", messageId);
  return (await valueOf(message, "thread_id")) ?? undefined;
}

export async function threadsAbout(db: Kysely<Tables>, visitId: string): Promise<number[]> {
  const named = db
    .selectFrom("message_visit")
    .innerJoin("message", "message.message_id", "message_visit.message_id")
    .where("message_visit.visit_id", "=", visitId);
  return (await valuesOf(named.distinct(), "message.thread_id")).flatMap((thread) => thread ?? []);
}

/** The visits that those messages of a conversation are about which this user sees. */
export async function visitsNamedIn(db: Kysely<Tables>, userId: number, thread: number): Promise<string[]> {
  const letters = seenBy(db, userId).where("thread_id", "=", thread).select("message_id");
  const named = db.selectFrom("message_visit").where("message_id", "in", letters);
  return (await valuesOf(named.distinct(), "visit_id")).toSorted();
}
