import { type Kysely, sql } from "kysely";
import { foldName } from "./storable-text.ts";
import type { Tables } from "./tables.ts";
import { parseNames } from "./user-repository.ts";

interface HereRow {
  readonly messageId: number;
  readonly recipient: string;
  readonly rank: number;
  readonly at: number;
  readonly openedAt: number | undefined;
}

const addressesOfAll = (db: Kysely<Tables>) =>
  db
    .selectFrom("user_address")
    .select(["user_id", "address", "address_key", "position"])
    .unionAll(
      db
        .selectFrom("shared_address")
        .select(["user_id", "address", "address_key", sql<number>`1000`.as("position")]),
    );

const addressIn = (named: readonly string[], key: string) =>
  named.find((one) => foldName(one) === key) ?? key;

/** The mailboxes here that have them, by the addresses they were sent to. */
export async function deliveriesHere(db: Kysely<Tables>, messageIds: readonly number[]) {
  const rows = await db
    .selectFrom("mailbox_entry")
    .innerJoin("message", "message.message_id", "mailbox_entry.message_id")
    .leftJoin("shared_letter as letter", "letter.message_id", "message.message_id")
    .innerJoin(addressesOfAll(db).as("user_address"), "user_address.user_id", "mailbox_entry.user_id")
    .select(["message.message_id", "message.to_list", "message.cc_list", "mailbox_entry.user_id"])
    .leftJoin("mailbox", "mailbox.user_id", "mailbox_entry.user_id")
    .select(["message.received_at", "mailbox_entry.opened_at", "mailbox.tells_opened"])
    .select([
      "user_address.address",
      "user_address.address_key",
      "user_address.position",
      "letter.address_key as shared_key",
    ])
    .where("mailbox_entry.message_id", "in", messageIds)
    .orderBy("mailbox_entry.user_id")
    .orderBy("user_address.position")
    .execute();
  const byMailbox = new Map<string, HereRow>();
  for (const row of rows) {
    const named = [...parseNames(row.to_list), ...parseNames(row.cc_list)];
    const isNamed = named.some((one) => foldName(one) === row.address_key);
    // Of several addresses the one it was written to; a hidden copy names none.
    const rank = isNamed ? 2 : Number(row.address_key === row.shared_key);
    const key = `${row.message_id} ${row.user_id}`;
    if (rank > (byMailbox.get(key)?.rank ?? -1))
      byMailbox.set(key, {
        messageId: row.message_id,
        // Who came to it by a shared address, and has it no longer, is none of the sender's business.
        recipient:
          rank === 0 && row.shared_key !== null
            ? addressIn(named, row.shared_key.replace(/ ended$/, ""))
            : row.address,
        rank,
        at: row.received_at,
        openedAt: row.tells_opened === 1 ? (row.opened_at ?? undefined) : undefined,
      });
  }
  // A shared address is one recipient, and opened when one of its people has.
  const found = new Map<string, HereRow>();
  for (const row of byMailbox.values()) {
    const key = `${row.messageId} ${row.recipient}`;
    const opened = [found.get(key)?.openedAt, row.openedAt].filter((at) => at !== undefined);
    found.set(key, { ...row, openedAt: opened.length === 0 ? undefined : Math.min(...opened) });
  }
  return [...found.values()];
}
