import type { ExpressionBuilder } from "kysely";
import type { KeyedEngine } from "./engine.ts";
import { type AnswerTime, deliveriesOf, type DeliveryRecord } from "./deliveries.ts";
import { addressesOf } from "./shared-letters.ts";
import { openedPreview, openedSubject } from "./mailboxes.ts";
import { isAny } from "./rows.ts";
import type { Tables } from "./tables.ts";
import { foldName } from "./storable-text.ts";
import { parseNames } from "./user-repository.ts";

export interface SentRecord {
  readonly clientId: string;
  readonly messageId: number;
  readonly deliveries: readonly DeliveryRecord[];
  /** The failed deliveries that need nothing more, in the words of who attended to them. */
  readonly attended: readonly string[];
  readonly resendOf: number | undefined;
  /** Who else sent it, from an address that the user shares. */
  readonly sentBy: string | undefined;
}

export interface ListedSent extends SentRecord {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly preview: string | undefined;
  readonly attachmentCount: number;
  readonly sentAt: number;
}

export interface SentPage {
  readonly since: number;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Whether a user sent it, or somebody from an address that the user shares. */
export const isSentFor =
  (userId: number) =>
  ({ or, eb, selectFrom }: ExpressionBuilder<Tables, "sent_message">) =>
    or([
      eb("sent_message.user_id", "=", userId),
      eb(
        "sent_message.shared_from",
        "in",
        selectFrom("shared_address").select("address_key").where("shared_address.user_id", "=", userId),
      ),
    ]);

/** Tells those that everybody sees: a mailbox that got a hidden copy may stand under another address of its person. */
function openRecipientsOf({ to_list, cc_list }: { readonly to_list: string; readonly cc_list: string }) {
  const open = new Set([...parseNames(to_list), ...parseNames(cc_list)].map(foldName));
  return (recipient: string) => open.has(foldName(recipient));
}

/** Of a matter: "not-delivered ann@elsewhere.example". */
const recipientIn = (matter: string) => /^[a-z-]+ (.+)$/.exec(matter)?.[1] ?? "";

export function createSentMessages({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
  const named = () =>
    db
      .selectFrom("sent_message")
      .innerJoin("message", "message.message_id", "sent_message.message_id")
      .innerJoin("person", "person.user_id", "sent_message.user_id")
      .select(["sent_message.client_id", "sent_message.attended", "sent_message.resend_of"])
      .select(["message.message_id", "sent_message.user_id", "person.name"])
      .select(["message.to_list", "message.cc_list", "sent_message.bcc_list"]);
  type Row = Awaited<ReturnType<ReturnType<typeof named>["execute"]>>[number];
  const recordOf = (
    userId: number,
    deliveries: ReadonlyMap<number, DeliveryRecord[]>,
    row: Row,
  ): SentRecord => {
    const own = deliveries.get(row.message_id) ?? [];
    const isOther = row.user_id !== userId;
    const isTold = openRecipientsOf(row);
    return {
      clientId: row.client_id,
      messageId: row.message_id,
      // Hidden copies are their sender's alone, and a notice is in their mailbox.
      deliveries: isOther
        ? own.filter((one) => isTold(one.recipient)).map((one) => ({ ...one, noticeId: undefined }))
        : own,
      attended: parseNames(row.attended).filter((matter) => !isOther || isTold(recipientIn(matter))),
      resendOf: row.resend_of ?? undefined,
      sentBy: isOther ? row.name : undefined,
    };
  };
  return {
    async find(userId: number, clientIds: readonly string[], time: AnswerTime): Promise<SentRecord[]> {
      if (clientIds.length === 0) return [];
      const known = await named()
        .where("sent_message.client_id", "in", clientIds)
        .where(isSentFor(userId))
        .execute();
      const deliveries = await deliveriesOf(
        db,
        known.map(({ message_id }) => message_id),
        time,
      );
      return known.map((row) => recordOf(userId, deliveries, row));
    },
    /** Whether that user has sent a message under this name. */
    isNameUsed: (userId: number, clientId: string) =>
      isAny(db.selectFrom("sent_message").where("user_id", "=", userId).where("client_id", "=", clientId)),
    isSentFor: (userId: number, messageId: number) =>
      isAny(db.selectFrom("sent_message").where("message_id", "=", messageId).where(isSentFor(userId))),
    /** Which failed deliveries need nothing more. Nothing is kept of a message that is not the user's, or of other recipients. */
    attend: (
      userId: number,
      messageId: number,
      attended: readonly string[],
    ): Promise<"kept" | "not-theirs" | "not-its-recipients"> =>
      db.transaction().execute(async (transaction) => {
        // Locks the row: of two who mark at once the second keeps what the first may not see.
        const row = await transaction
          .updateTable("sent_message")
          .set((build) => ({ attended: build.ref("attended") }))
          .where("message_id", "=", messageId)
          .where(isSentFor(userId))
          .returning(["user_id", "attended", "bcc_list"])
          .executeTakeFirst();
        if (!row) return "not-theirs";
        const message = await transaction
          .selectFrom("message")
          .select(["to_list", "cc_list"])
          .where("message_id", "=", messageId)
          .executeTakeFirstOrThrow();
        const isTold = openRecipientsOf(message);
        const hidden = new Set(row.user_id === userId ? parseNames(row.bcc_list).map(foldName) : []);
        const isIts = (one: string) => isTold(one) || hidden.has(foldName(one));
        if (!attended.every((matter) => isIts(recipientIn(matter)))) return "not-its-recipients";
        const notTold = parseNames(row.attended).filter((matter) => !isIts(recipientIn(matter)));
        await transaction
          .updateTable("sent_message")
          .set({ attended: JSON.stringify([...attended, ...notTold]) })
          .where("message_id", "=", messageId)
          .execute();
        return "kept";
      }),
    async deliveries(
      userId: number,
      messageId: number,
      time: AnswerTime,
    ): Promise<readonly DeliveryRecord[] | undefined> {
      const own = await named()
        .where("message.message_id", "=", messageId)
        .where(isSentFor(userId))
        .executeTakeFirst();
      return own && recordOf(userId, await deliveriesOf(db, [messageId], time), own).deliveries;
    },
    async list(
      userId: number,
      { since, before = Number.MAX_SAFE_INTEGER, limit }: SentPage,
      time: AnswerTime,
    ): Promise<ListedSent[]> {
      const page = named()
        .select(["message.subject", "message.preview"])
        .select(["message.attachment_count", "sent_message.sent_at"])
        .where("sent_message.message_id", ">", since)
        .where("sent_message.message_id", "<", before)
        .orderBy("sent_message.message_id", "desc")
        .limit(limit);
      // Each by an index of its own, which has them in order.
      const own = await page.where("sent_message.user_id", "=", userId).execute();
      const others = await page
        .where("sent_message.shared_from", "in", addressesOf(db, { userId }))
        .where("sent_message.user_id", "!=", userId)
        .execute();
      const rows = [...own, ...others].toSorted((a, b) => b.message_id - a.message_id).slice(0, limit);
      const deliveries = await deliveriesOf(
        db,
        rows.map(({ message_id }) => message_id),
        time,
      );
      return Promise.all(
        rows.map(async (row) => ({
          ...recordOf(userId, deliveries, row),
          to: parseNames(row.to_list),
          cc: parseNames(row.cc_list),
          bcc: row.user_id === userId ? parseNames(row.bcc_list) : [],
          subject: await openedSubject(vault, row.message_id, row.subject),
          preview: await openedPreview(vault, row.message_id, row.preview),
          attachmentCount: row.attachment_count,
          sentAt: row.sent_at ?? 0,
        })),
      );
    },
  };
}
