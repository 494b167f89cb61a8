import type { Transaction } from "kysely";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { Tables } from "./tables.ts";

/** A sender's own name for a message, and a digest that detects different content under the same name. */
export interface SentAs {
  readonly userId: number;
  readonly clientId: string;
  readonly digest: string;
  readonly bcc: readonly string[];
  readonly resendOf?: number | undefined;
  /** The normalized shared address it is sent from, whose people may read it. */
  readonly sharedFrom?: string | undefined;
}

/** The sender's name for the message already belongs to different content. */
export class ClientIdReused extends Error {
  override readonly name = "ClientIdReused";
}

/**
 * Claims the name for a message about to be stored in this transaction. Returns the id of the message that already has
 * it; waits for another transaction that has just claimed it.
 */
export async function claimClientId(
  { db, vault, seal }: { db: Transaction<Tables>; vault: Vault; seal: Sealer },
  { userId, clientId, digest, bcc, resendOf, sharedFrom }: SentAs,
): Promise<number | undefined> {
  const place = associatedData.sentDigest(userId, clientId);
  const taken = await db
    .insertInto("sent_message")
    .values({
      user_id: userId,
      client_id: clientId,
      content_digest: seal.text(place, digest),
      bcc_list: JSON.stringify(bcc),
      resend_of: resendOf ?? null,
      shared_from: sharedFrom ?? null,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "client_id"]).doNothing())
    .returning("client_id")
    .executeTakeFirst();
  if (taken) return undefined;
  const earlier = await db
    .selectFrom("sent_message")
    .select(["message_id", "content_digest"])
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  if ((await vault.text(place, earlier.content_digest)) !== digest) throw new ClientIdReused();
  return earlier.message_id ?? undefined;
}

export async function noteMessageOf(
  db: Transaction<Tables>,
  { userId, clientId }: SentAs,
  { messageId, sentAt }: { readonly messageId: number; readonly sentAt: number },
): Promise<void> {
  await db
    .updateTable("sent_message")
    .set({ message_id: messageId, sent_at: sentAt })
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .execute();
}
