import { sql, type Kysely, type SqlBool } from "kysely";
import type { KeyedEngine } from "./engine.ts";
import { deliver } from "./deliver-messages.ts";
import type { OutgoingMail, OutgoingMails } from "./outgoing-mail.ts";
import { readMessage } from "./read-message.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

const longestError = 500;

type Change = Partial<
  Pick<Tables["outgoing_mail"], "state" | "last_error" | "next_attempt_at" | "may_have_arrived">
>;

/** Settles a mail this process still has claimed; false when another has claimed it meanwhile. */
async function settle(
  db: Kysely<Tables>,
  { outgoingId, attempts }: OutgoingMail,
  owner: string,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("outgoing_mail")
    .set({ ...change, attempts: attempts + 1, claimed_by: null, claimed_until: 0 })
    .where("outgoing_id", "=", outgoingId)
    .where("claimed_by", "=", owner)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Longer than any pause between attempts, or any claim. */
const longestWait = 5 * 3_600_000;

/** Due at that instant. A time further ahead than any wait was set before the clock was set back. */
function isDue(column: "next_attempt_at" | "claimed_until" | "earlier.next_attempt_at", now: number) {
  const time = sql.ref(column);
  return sql<SqlBool>`(${time} <= ${now} or ${time} > ${now + longestWait})`;
}

const shortened = (error: string) => storableText(error.slice(0, longestError));

export function createOutgoingMails({ db, vault }: Pick<KeyedEngine, "db" | "vault">): OutgoingMails {
  return {
    async claim({ owner, now, until, limit }) {
      // The outer conditions are rechecked on rows another process has just claimed.
      const rows = await db
        .updateTable("outgoing_mail")
        .set({
          claimed_by: owner,
          claimed_until: until,
          // The previous claimant did not report an outcome.
          may_have_arrived: sql`case when claimed_by is null then may_have_arrived else 1 end`,
        })
        .where("state", "=", "waiting")
        .where(isDue("claimed_until", now))
        .where("outgoing_id", "in", (query) =>
          query
            .selectFrom("outgoing_mail")
            .select("outgoing_id")
            .where("state", "=", "waiting")
            .where(isDue("next_attempt_at", now))
            .where(isDue("claimed_until", now))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom("outgoing_mail as earlier")
                    .select("earlier.outgoing_id")
                    .whereRef("earlier.recipient", "=", "outgoing_mail.recipient")
                    .whereRef("earlier.sender", "=", "outgoing_mail.sender")
                    .whereRef("earlier.outgoing_id", "<", "outgoing_mail.outgoing_id")
                    .where("earlier.state", "=", "waiting")
                    .where(isDue("earlier.next_attempt_at", now)),
                ),
              ),
            )
            .orderBy("next_attempt_at")
            .orderBy("outgoing_id")
            .limit(limit),
        )
        .returning([
          "outgoing_id as outgoingId",
          "message_id as messageId",
          "sender",
          "sender_user_id as senderUserId",
          "recipient",
          "attempts",
          "queued_at as queuedAt",
          "may_have_arrived as mayHaveArrived",
        ])
        .execute();
      return rows.map((row) => ({
        ...row,
        senderUserId: row.senderUserId ?? undefined,
        mayHaveArrived: row.mayHaveArrived === 1,
      }));
    },
    messageOf: async (mail) => readMessage({ db, vault }, mail.messageId),
    async sent(mail, owner) {
      await settle(db, mail, owner, { state: "sent", last_error: null });
    },
    async postpone(mail, owner, { at, error, mayHaveArrived }) {
      await settle(db, mail, owner, {
        next_attempt_at: at,
        last_error: shortened(error),
        ...(mayHaveArrived && { may_have_arrived: 1 }),
      });
    },
    async giveUp(mail, owner, { error, mayHaveArrived, message }) {
      const seal = await vault.sealer();
      await db.transaction().execute(async (transaction) => {
        const held = await settle(transaction, mail, owner, {
          state: "failed",
          last_error: shortened(error),
          ...(mayHaveArrived && { may_have_arrived: 1 }),
        });
        if (!held || mail.senderUserId === undefined) return;
        const noticeId = await deliver({ db: transaction, vault, seal }, message, {
          mailboxes: [mail.senderUserId],
        });
        await transaction
          .updateTable("outgoing_mail")
          .set({ notice_id: noticeId })
          .where("outgoing_id", "=", mail.outgoingId)
          .execute();
      });
    },
    async countWaiting() {
      const { count } = await db
        .selectFrom("outgoing_mail")
        .select((build) => build.fn.countAll<number>().as("count"))
        .where("state", "=", "waiting")
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
