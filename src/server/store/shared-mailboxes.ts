import type { Kysely, Transaction } from "kysely";
import type { LetterWork } from "#room/contract/operations/work-on-message.ts";
import type { KeyedEngine } from "./engine.ts";
import { nextChanges } from "./next-changes.ts";
import { foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import { AlreadyTaken } from "./user-repository.ts";

/** An address of several people. Each has its letters in a mailbox of their own; what becomes of them is told to all. */
export interface SharedMailbox {
  readonly address: string;
  readonly userNames: readonly string[];
}

/** How far a letter to a shared address is, by user names. Instants in milliseconds since 1970. */
export interface SharedState {
  readonly address: string;
  readonly readBy: readonly string[];
  readonly takenBy: string | undefined;
  readonly answering: { readonly by: string; readonly until: number } | undefined;
  readonly answered: { readonly by: string; readonly at: number } | undefined;
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

/** What that user may know of these letters. Others are left out. */
export async function sharedStatesOf(
  db: Kysely<Tables>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, SharedState>> {
  if (ids.length === 0) return new Map();
  const rows = await entriesBeside(db, userId, ids)
    .innerJoin("app_user as reader", "reader.user_id", "entry.user_id")
    .leftJoin("app_user as taker", "taker.user_id", "letter.taken_by")
    .leftJoin("app_user as writer", "writer.user_id", "letter.answering_by")
    .leftJoin("app_user as answerer", "answerer.user_id", "letter.answered_by")
    .select(["letter.message_id", "own.address", "entry.is_read", "reader.name"])
    .select(["taker.name as takenBy", "writer.name as answering", "answerer.name as answered"])
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
      readBy: row.is_read === 1 ? [...readBy, row.name] : readBy,
      takenBy: row.takenBy ?? undefined,
      answering: answering === null ? undefined : { by: answering, until },
      answered: answered === null || at === null ? undefined : { by: answered, at },
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

/** Notes a stored letter to shared addresses. */
export async function noteShared(
  db: Transaction<Tables>,
  messageId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .insertInto("shared_letter")
    .values(
      addresses.map((address) => ({
        message_id: messageId,
        address_key: foldName(address),
        taken_by: null,
        answering_by: null,
        answering_until: 0,
        answered_by: null,
        answered_at: null,
      })),
    )
    .execute();
}

interface OwnLetter {
  readonly userId: number;
  readonly messageId: number;
}

const addressesOf = (db: Kysely<Tables>, { userId }: OwnLetter) =>
  db.selectFrom("shared_address").select("address_key").where("user_id", "=", userId);

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
async function allOf(db: Transaction<Tables>, { userId, messageId }: OwnLetter) {
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
    .innerJoin("app_user", "app_user.user_id", "shared_letter.answered_by")
    .select(["app_user.name", "shared_letter.answered_at"])
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

/** Addresses that several people share, and how far their letters are. */
export function createSharedMailboxes({ db }: Pick<KeyedEngine, "db">) {
  return {
    async list(): Promise<SharedMailbox[]> {
      const rows = await db
        .selectFrom("shared_address")
        .innerJoin("app_user", "app_user.user_id", "shared_address.user_id")
        .select(["address", "name"])
        .orderBy("address_key")
        .orderBy("name_key")
        .execute();
      const addresses = [...new Set(rows.map(({ address }) => address))];
      return addresses.map((address) => ({
        address,
        userNames: rows.filter((row) => row.address === address).map(({ name }) => name),
      }));
    },
    /**
     * The address belongs to these from now on; none: nobody's. Who is new gets the letters that came to it so far, who
     * leaves keeps those that came. Throws AlreadyTaken for a person's own address.
     */
    async save(address: string, userIds: readonly number[]): Promise<void> {
      const address_key = foldName(address);
      await db.transaction().execute(async (transaction) => {
        const personal = await transaction
          .selectFrom("user_address")
          .select("user_id")
          .where("address_key", "=", address_key)
          .executeTakeFirst();
        if (personal) throw new AlreadyTaken("address", address);
        await transaction.deleteFrom("shared_address").where("address_key", "=", address_key).execute();
        if (userIds.length === 0) return;
        await transaction
          .insertInto("shared_address")
          .values(userIds.map((user_id) => ({ address_key, user_id, address: address.trim() })))
          .execute();
        const numbers = await nextChanges(transaction, userIds);
        for (const [userId, change_number] of numbers)
          await transaction
            .insertInto("mailbox_entry")
            .columns([
              "user_id",
              "message_id",
              "received_at",
              "change_number",
              "is_read",
              "is_archived",
              "labels",
              "opened_at",
            ])
            .expression((build) =>
              build
                .selectFrom("shared_letter as letter")
                .innerJoin("message", "message.message_id", "letter.message_id")
                .innerJoin("mailbox_entry as entry", "entry.message_id", "letter.message_id")
                .where("letter.address_key", "=", address_key)
                .where("letter.message_id", "not in", (own) =>
                  own.selectFrom("mailbox_entry").select("message_id").where("user_id", "=", userId),
                )
                .groupBy(["letter.message_id", "message.received_at"])
                .select((each) => [
                  each.val(userId).as("user_id"),
                  "letter.message_id",
                  "message.received_at",
                  each.val(change_number).as("change_number"),
                  each.fn.max("entry.is_read").as("is_read"),
                  each.fn.max("entry.is_archived").as("is_archived"),
                  each.val(null).as("labels"),
                  each.val(null).as("opened_at"),
                ]),
            )
            .execute();
      });
    },
    /** What became of a letter; undefined if that user does not share it. What somebody else does already stays. */
    work(
      work: LetterWork,
      letter: OwnLetter,
      { now, until }: { readonly now: number; readonly until: number },
    ): Promise<SharedState | undefined> {
      const { userId, messageId } = letter;
      return db.transaction().execute(async (transaction) => {
        const read = async () => (await sharedStatesOf(transaction, userId, [messageId])).get(messageId);
        if (!(await read())) return undefined;
        const { all, numbers } = await allOf(transaction, letter);
        let update = transaction
          .updateTable("shared_letter")
          .where("message_id", "=", messageId)
          .where("address_key", "in", addressesOf(transaction, letter));
        if (work === "take-over") update = update.set({ taken_by: userId });
        else if (work === "take") update = update.set({ taken_by: userId }).where("taken_by", "is", null);
        else if (work === "release") update = update.set({ taken_by: null }).where("taken_by", "=", userId);
        else if (work === "answer")
          update = update
            .set({ answering_by: userId, answering_until: until })
            .where(({ or, eb }) => or([eb("answering_until", "<=", now), eb("answering_by", "=", userId)]));
        else
          update = update.set({ answering_by: null, answering_until: 0 }).where("answering_by", "=", userId);
        const { numUpdatedRows } = await update.executeTakeFirst();
        if (numUpdatedRows > 0n) await tellSharers(transaction, all, numbers);
        return read();
      });
    },
  };
}
