import type { Transaction } from "kysely";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

/** What makes a fetched mail the same as another: its Message-ID, if it has one, and a digest of what it says. */
export interface MailIdentity {
  readonly messageId: string | undefined;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** The mailboxes that do not have this key yet; marks them as having it. */
async function newTo(
  db: Transaction<Tables>,
  mailboxes: readonly number[],
  { key, at }: { readonly key: string; readonly at: number },
): Promise<readonly number[]> {
  if (mailboxes.length === 0) return mailboxes;
  const marked = await db
    .insertInto("fetched_mail")
    .values(mailboxes.map((user_id) => ({ user_id, mail_key: storableText(key), fetched_at: at })))
    .onConflict((conflict) => conflict.columns(["user_id", "mail_key"]).doNothing())
    .returning("user_id")
    .execute();
  return marked.map((row) => row.user_id);
}

/** Two keys for each mail: its Message-ID alone says whether another mail had it, both together which mail it is. */
export async function claimMail(
  db: Transaction<Tables>,
  { mailboxes, identity, at }: { mailboxes: readonly number[]; identity: MailIdentity; at: number },
) {
  const { messageId, digest } = identity;
  const sorted = [...new Set(mailboxes)].toSorted((a, b) => a - b);
  const first = messageId === undefined ? sorted : await newTo(db, sorted, { key: messageId, at });
  const fresh = await newTo(db, sorted, { key: `${messageId ?? ""} sha256:${digest}`, at });
  return { fresh, isIdReused: fresh.some((userId) => !first.includes(userId)) };
}
