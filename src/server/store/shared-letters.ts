import type { Kysely, Transaction } from "kysely";
import { nextChanges } from "./next-changes.ts";
import { foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

/** How far a letter to a shared address is, by user names. Instants in milliseconds since 1970. */
export interface SharedState {
  readonly address: string;
  readonly readBy: readonly string[];
  readonly takenBy: string | undefined;
  readonly answering: { readonly by: string; readonly until: number } | undefined;
  readonly answered: { readonly by: string; readonly at: number } | undefined;
  readonly archivedBy: string | undefined;
}

/** Somebody else has answered the letter. */
export class AnsweredAlready extends Error {
  readonly by: string;
  readonly at: number;
  constructor({ by, at }: { readonly by: string; readonly at: number }) {
    super("Somebody else has answered the letter");
    this.name = "AnsweredAlready";
    this.by = by;
    this.at = at;
  }
}

/** The mailboxes that have these letters by a shared address which is also that user's. */
function entriesBeside(db: Kysely<Tables>, userId: number, ids: readonly number[]) {
  return db
    .selectFrom("shared_letter as letter")
    .innerJoin("shared_address as own", "own.address_key", "letter.address_key")
    .innerJoin("shared_address as each", "each.address_key", "letter.address_key")
    .innerJoin("mailbox_entry as entry", (join) =>
      join.onRef("entry.message_id", "=", "letter.message_id").onRef("entry.user_id", "=", "each.user_id"),
    )
    .where("own.user_id", "=", userId)
    .where("letter.message_id", "in", ids);
}

/** The others who have one of these letters by a shared address of that user. */
export async function sharersOf(
  db: Kysely<Tables>,
  userId: number,
  ids: readonly number[],
): Promise<{ readonly userId: number; readonly messageId: number }[]> {
  return entriesBeside(db, userId, ids)
    .select(["entry.user_id as userId", "entry.message_id as messageId"])
    .where("entry.user_id", "!=", userId)
    .execute();
}

export async function sharedStatesOf(
  db: Kysely<Tables>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, SharedState>> {
  if (ids.length === 0) return new Map();
  const rows = await entriesBeside(db, userId, ids)
    .innerJoin("person as reader", "reader.user_id", "entry.user_id")
    .leftJoin("person as taker", "taker.user_id", "letter.taken_by")
    .leftJoin("person as writer", "writer.user_id", "letter.answering_by")
    .leftJoin("person as answerer", "answerer.user_id", "letter.answered_by")
    .leftJoin("person as archiver", "archiver.user_id", "letter.archived_by")
    .select(["letter.message_id", "own.address", "entry.is_read", "entry.was_brought", "reader.name"])
    .select(["taker.name as takenBy", "writer.name as answering", "answerer.name as answered"])
    .select("archiver.name as archivedBy")
    .select(["letter.answering_until", "letter.answered_at"])
    .orderBy("own.address_key")
    .orderBy("reader.name_key")
    .execute();
  const states = new Map<number, SharedState>();
  for (const row of rows) {
    const { message_id, address, answering, answered, answering_until: until, answered_at: at } = row;
    const known = states.get(message_id);
    // Of two addresses that are both theirs, the first.
    if (known && known.address !== address) continue;
    const { readBy } = known ?? { readBy: [] };
    states.set(message_id, {
      address,
      readBy: row.is_read === 1 && row.was_brought === 0 ? [...readBy, row.name] : readBy,
      takenBy: row.takenBy ?? undefined,
      answering: answering === null ? undefined : { by: answering, until },
      answered: answered === null || at === null ? undefined : { by: answered, at },
      archivedBy: row.archivedBy ?? undefined,
    });
  }
  return states;
}

/** Marks these letters as changed in those mailboxes; `numbers` are of nextChanges. */
export async function tellSharers(
  db: Transaction<Tables>,
  entries: readonly { readonly userId: number; readonly messageId: number }[],
  numbers: ReadonlyMap<number, number>,
  change: { readonly isArchived?: boolean | undefined } = {},
): Promise<void> {
  for (const [userId, change_number] of numbers) {
    const own = entries.filter((entry) => entry.userId === userId).map(({ messageId }) => messageId);
    if (own.length === 0) continue;
    await db
      .updateTable("mailbox_entry")
      .set({
        change_number,
        ...(change.isArchived === undefined ? {} : { is_archived: Number(change.isArchived) }),
      })
      .where("user_id", "=", userId)
      .where("message_id", "in", own)
      .execute();
  }
}

export async function noteShared(
  db: Transaction<Tables>,
  messageId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .insertInto("shared_letter")
    .values(addresses.map((address) => ({ message_id: messageId, address_key: foldName(address) })))
    .execute();
}

export interface OwnLetter {
  readonly userId: number;
  readonly messageId: number;
}

export const addressesOf = (db: Kysely<Tables>, { userId }: Pick<OwnLetter, "userId">) =>
  db.selectFrom("shared_address").select("address_key").where("user_id", "=", userId);

/** Who archived these letters for all; undefined: they are back in the inbox. */
export async function noteArchived(
  db: Transaction<Tables>,
  userId: number,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await db
    .updateTable("shared_letter")
    .set({ archived_by: isArchived ? userId : null })
    .where("message_id", "in", ids)
    .where("address_key", "in", addressesOf(db, { userId }))
    .execute();
}

/** Holds the mailboxes of all who share the letter, and these, until the transaction ends. */
export async function lockSharers(
  db: Transaction<Tables>,
  { userId, messageId }: OwnLetter,
  mailboxes: readonly number[],
): Promise<void> {
  const others = await sharersOf(db, userId, [messageId]);
  if (others.length > 0)
    await nextChanges(db, [userId, ...others.map((other) => other.userId), ...mailboxes]);
}

/** All who share the letter with that user, and the user. */
export async function allOf(db: Transaction<Tables>, { userId, messageId }: OwnLetter) {
  const others = await sharersOf(db, userId, [messageId]);
  const all = [...others, { userId, messageId }];
  // First, so that two who work on one letter follow each other.
  const numbers = await nextChanges(
    db,
    all.map((one) => one.userId),
  );
  return { all, numbers };
}

/** Notes that it is answered. Throws AnsweredAlready, unless the answer is meant to be a further one. */
export async function noteAnswered(
  db: Transaction<Tables>,
  { at, ...letter }: OwnLetter & { readonly at: number },
  isFurther: boolean,
): Promise<void> {
  const { userId, messageId } = letter;
  if (!(await sharedStatesOf(db, userId, [messageId])).has(messageId)) return;
  const { all, numbers } = await allOf(db, letter);
  const other = await db
    .selectFrom("shared_letter")
    .innerJoin("person", "person.user_id", "shared_letter.answered_by")
    .select(["person.name", "shared_letter.answered_at"])
    .where("message_id", "=", messageId)
    .where("address_key", "in", addressesOf(db, letter))
    .where("answered_by", "!=", userId)
    .executeTakeFirst();
  if (other && !isFurther) throw new AnsweredAlready({ by: other.name, at: other.answered_at ?? 0 });
  await db
    .updateTable("shared_letter")
    .set({ answered_by: userId, answered_at: at, answering_by: null, answering_until: 0 })
    .where("message_id", "=", messageId)
    .where("address_key", "in", addressesOf(db, letter))
    .execute();
  await tellSharers(db, all, numbers);
}
