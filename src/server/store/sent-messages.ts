import type { Kysely, Transaction } from "kysely";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { Tables } from "./tables.ts";

/** A sender's own name for a message, and a digest that detects different content under the same name. */
export interface SentAs {
  readonly userId: number;
  readonly clientId: string;
  readonly digest: string;
}

/** The sender's name for the message already belongs to different content. */
export class ClientIdReused extends Error {
  constructor() {
    super("The client's message id was used for another message");
    this.name = "ClientIdReused";
  }
}

export type DeliveryState = "waiting" | "retrying" | "handed-over" | "not-delivered" | "not-confirmed";

/** The delivery of a message to one external recipient. */
export interface DeliveryRecord {
  readonly recipient: string;
  readonly state: DeliveryState;
  readonly noticeId: number | undefined;
}

export interface SentRecord {
  readonly clientId: string;
  readonly messageId: number;
  readonly deliveries: readonly DeliveryRecord[];
}

type MailRow = Pick<Tables["outgoing_mail"], "state" | "attempts" | "may_have_arrived">;

function stateOf({ state, attempts, may_have_arrived }: MailRow): DeliveryState {
  if (state === "sent") return "handed-over";
  if (state === "failed") return may_have_arrived === 1 ? "not-confirmed" : "not-delivered";
  return attempts > 0 ? "retrying" : "waiting";
}

/** Messages by their senders' own names for them. */
export function createSentMessages(db: Kysely<Tables>) {
  return {
    /** Those of this user that exist. */
    async find(userId: number, clientIds: readonly string[]): Promise<SentRecord[]> {
      if (clientIds.length === 0) return [];
      const sent = await db
        .selectFrom("sent_message")
        .select(["client_id", "message_id"])
        .where("user_id", "=", userId)
        .where("client_id", "in", clientIds)
        .execute();
      const known = sent.flatMap(({ client_id, message_id }) =>
        message_id === null ? [] : [{ clientId: client_id, messageId: message_id }],
      );
      if (known.length === 0) return [];
      const mails = await db
        .selectFrom("outgoing_mail")
        .select(["message_id", "recipient", "state", "attempts", "may_have_arrived", "notice_id"])
        .where(
          "message_id",
          "in",
          known.map(({ messageId }) => messageId),
        )
        .orderBy("outgoing_id")
        .execute();
      return known.map(({ clientId, messageId }) => ({
        clientId,
        messageId,
        deliveries: mails
          .filter((mail) => mail.message_id === messageId)
          .map((mail) => ({
            recipient: mail.recipient,
            state: stateOf(mail),
            noticeId: mail.notice_id ?? undefined,
          })),
      }));
    },
  };
}

export type SentMessages = ReturnType<typeof createSentMessages>;

/**
 * Claims the name for a message about to be stored in this transaction. Returns the id of the message that already has
 * it; waits for another transaction that has just claimed it.
 */
export async function claimClientId(
  { db, vault, seal }: { db: Transaction<Tables>; vault: Vault; seal: Sealer },
  { userId, clientId, digest }: SentAs,
): Promise<number | undefined> {
  const place = associatedData.sentDigest(userId, clientId);
  const taken = await db
    .insertInto("sent_message")
    .values({
      user_id: userId,
      client_id: clientId,
      message_id: null,
      content_digest: seal.text(place, digest),
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
  messageId: number,
): Promise<void> {
  await db
    .updateTable("sent_message")
    .set({ message_id: messageId })
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .execute();
}
