import { didChange, inTransaction, isAny } from "./rows.ts";
import type { LetterWork } from "#room/contract/operations/conversations.ts";
import type { Transaction } from "kysely";
import { takeTurn } from "./leader.ts";
import { refuseUnseen } from "./changed-since.ts";
import type { KeyedEngine } from "./engine.ts";
import { nextChanges } from "./next-changes.ts";
import {
  addressesOf,
  allOf,
  type OwnLetter,
  type SharedState,
  sharedStatesOf,
  tellSharers,
} from "./shared-letters.ts";
import { foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import { AlreadyTaken } from "./user-repository.ts";

/** An address of several people. Each has its letters in a mailbox of their own; what becomes of them is told to all. */
export interface SharedMailbox {
  readonly address: string;
  readonly userNames: readonly string[];
}

const ids = (userIds: readonly number[]) => userIds.toSorted((a, b) => a - b);

/** Puts the letters that came to a shared address before into the mailbox of one more person. */
async function bringEarlier(
  db: Transaction<Tables>,
  { userId, address_key, change_number }: { userId: number; address_key: string; change_number: number },
): Promise<void> {
  await db
    .insertInto("mailbox_entry")
    .columns([
      "user_id",
      "message_id",
      "received_at",
      "change_number",
      "is_read",
      "is_archived",
      "was_brought",
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
          // What the others have read is not new to who joins, who has not read it all the same.
          each.lit(1).as("was_brought"),
        ]),
    )
    // One that arrives at this moment.
    .onConflict((conflict) => conflict.columns(["user_id", "message_id"]).doNothing())
    .execute();
}

/** Those whose mailboxes these are look again at all letters of the address. */
async function tellAll(
  db: Transaction<Tables>,
  address_key: string,
  numbers: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [userId, change_number] of numbers)
    await db
      .updateTable("mailbox_entry")
      .set({ change_number })
      .where("user_id", "=", userId)
      .where("message_id", "in", (query) =>
        query.selectFrom("shared_letter").select("message_id").where("address_key", "=", address_key),
      )
      .execute();
}

async function letGo(
  db: Transaction<Tables>,
  address_key: string,
  userIds: readonly number[],
): Promise<void> {
  const letters = db.updateTable("shared_letter").where("address_key", "=", address_key);
  await letters.set({ taken_by: null }).where("taken_by", "not in", userIds).execute();
  await letters
    .set({ answering_by: null, answering_until: 0 })
    .where("answering_by", "not in", userIds)
    .execute();
}

export function createSharedMailboxes({ db, kind }: Pick<KeyedEngine, "db" | "kind">) {
  return {
    async list(): Promise<SharedMailbox[]> {
      const rows = await db
        .selectFrom("shared_address")
        .innerJoin("person", "person.user_id", "shared_address.user_id")
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
     * The address belongs to these from now on. Who is new gets the letters that came to it so far, who leaves keeps those
     * that came. None: it is given up, and whoever has it later begins anew. Throws AlreadyTaken for a person's own address, and
     * ChangedSince if others than those seen share it.
     */
    async save(address: string, userIds: readonly number[], seen?: readonly number[]): Promise<void> {
      const address_key = foldName(address);
      await inTransaction(db, async (transaction) => {
        await takeTurn({ db: transaction, kind }, "addresses");
        if (await isAny(transaction.selectFrom("user_address").where("address_key", "=", address_key)))
          throw new AlreadyTaken("address", address);
        const before = await transaction
          .deleteFrom("shared_address")
          .where("address_key", "=", address_key)
          .returning("user_id")
          .execute();
        const sharers = ids(before.map((row) => row.user_id));
        refuseUnseen({ sharers }, { sharers: seen && ids(seen) });
        if (userIds.length > 0)
          await transaction
            .insertInto("shared_address")
            .values(userIds.map((user_id) => ({ address_key, user_id, address: address.trim() })))
            .execute();
        const numbers = await nextChanges(transaction, [...before.map((row) => row.user_id), ...userIds]);
        for (const userId of userIds)
          await bringEarlier(transaction, { userId, address_key, change_number: numbers.get(userId) ?? 0 });
        await tellAll(transaction, address_key, numbers);
        if (userIds.length > 0) return letGo(transaction, address_key, userIds);
        // No address has a blank: nobody shares them anymore, and their senders still see to whom they went.
        await transaction
          .updateTable("shared_letter")
          .set({ address_key: `${address_key} ended` })
          .where("address_key", "=", address_key)
          .execute();
        await transaction
          .updateTable("sent_message")
          .set({ shared_from: null })
          .where("shared_from", "=", address_key)
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
      return inTransaction(db, async (transaction) => {
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
        if (await didChange(update)) await tellSharers(transaction, all, numbers);
        return read();
      });
    },
  };
}
