import { claimMail } from "./claim-mail.ts";
import { type DeliveryParts, deliver, storeMessage } from "./deliver-messages.ts";
import type { KeyedEngine } from "./engine.ts";
import type { FetchedMail, LetterPlace } from "./fetched-mail.ts";
import { readMessage } from "./read-message.ts";
import { storableText } from "./storable-text.ts";

/** What stands before the subject of a letter whose Message-ID an earlier one had. */
const markOfReused = "[Message ID used before]";

const maxListed = 200;

/** For SQLite and PostgreSQL. */
export function createFetchedMail({ db, vault }: Pick<KeyedEngine, "db" | "vault">): FetchedMail {
  const inTransaction = async <T>(work: (parts: DeliveryParts) => Promise<T>): Promise<T> => {
    const seal = await vault.sealer();
    return db.transaction().execute((transaction) => work({ db: transaction, vault, seal }));
  };
  const rowOf = ({ account, uidValidity, uid }: LetterPlace) => ({
    account: storableText(account),
    uid_validity: uidValidity,
    uid,
  });
  return {
    deliver: (message, { mailboxes, identity }) =>
      inTransaction(async (parts) => {
        const { fresh, isIdReused } = await claimMail(parts.db, {
          mailboxes,
          identity,
          at: message.receivedAt,
        });
        const marked = isIdReused ? { ...message, subject: `${markOfReused} ${message.subject}` } : message;
        return { messageId: await deliver(parts, marked, { mailboxes: fresh }), isIdReused };
      }),
    async tried(letter) {
      const known = await db
        .selectFrom("mail_attempt")
        .select(["attempts", "tried_at", "outcome"])
        .where((build) => build.and(rowOf(letter)))
        .executeTakeFirst();
      if (!known) return { attempts: 0, at: 0, isSettled: false };
      return { attempts: known.attempts, at: known.tried_at, isSettled: known.outcome !== null };
    },
    async begin(letter, at) {
      await db
        .insertInto("mail_attempt")
        .values({ ...rowOf(letter), attempts: 1, tried_at: at })
        .onConflict((conflict) =>
          conflict
            .columns(["account", "uid_validity", "uid"])
            .doUpdateSet((build) => ({ attempts: build("mail_attempt.attempts", "+", 1), tried_at: at })),
        )
        .execute();
    },
    async end(letter) {
      await db
        .deleteFrom("mail_attempt")
        .where((build) => build.and(rowOf(letter)))
        .where("outcome", "is", null)
        .execute();
    },
    note: (letter, { outcome, reason, sender, size }, { at, original }) =>
      inTransaction(async (parts) => {
        const told = { outcome, reason, sender: storableText(sender), size, tried_at: at };
        const { attempt_id } = await parts.db
          .insertInto("mail_attempt")
          .values({ ...rowOf(letter), attempts: 1, ...told })
          .onConflict((conflict) => conflict.columns(["account", "uid_validity", "uid"]).doUpdateSet(told))
          .returning("attempt_id")
          .executeTakeFirstOrThrow();
        if (original === undefined) return;
        const file = { fileName: "letter.eml", contentType: "message/rfc822", content: original };
        const message_id = await storeMessage(parts, {
          sender,
          to: [],
          cc: [],
          createdTime: undefined,
          subject: "",
          textBody: undefined,
          htmlBody: undefined,
          attachments: [file],
          size,
          receivedAt: at,
        });
        await parts.db
          .updateTable("mail_attempt")
          .set({ message_id })
          .where("attempt_id", "=", attempt_id)
          .execute();
      }),
    async listOdd() {
      const rows = await db
        .selectFrom("mail_attempt")
        .selectAll()
        .where("outcome", "is not", null)
        .orderBy("tried_at", "desc")
        .orderBy("attempt_id", "desc")
        .limit(maxListed)
        .execute();
      return rows.map((row) => ({
        letterId: row.attempt_id,
        // Never null, by the condition above.
        outcome: row.outcome ?? "set aside",
        reason: row.reason ?? "",
        sender: row.sender ?? "",
        size: Number(row.size ?? 0),
        at: row.tried_at,
        hasOriginal: row.message_id !== null,
      }));
    },
    async original(letterId) {
      const row = await db
        .selectFrom("mail_attempt")
        .select("message_id")
        .where("attempt_id", "=", letterId)
        .where("message_id", "is not", null)
        .executeTakeFirst();
      return row?.message_id === null || row === undefined
        ? undefined
        : readMessage({ db, vault }, row.message_id);
    },
  };
}
