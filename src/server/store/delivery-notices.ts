import type { KeyedEngine } from "./engine.ts";
import type { NewMessage } from "./message-record.ts";
import type { NoticeKind } from "./mail-tables.ts";
import { storeMessage } from "./message-repository.ts";
import { foldName, storableText } from "./storable-text.ts";

export interface ReportedRecipient {
  /** As it was written to, and where that led. */
  readonly addresses: readonly string[];
  readonly kind: NoticeKind;
  /** RFC 3463: "5.1.1". */
  readonly status: string | undefined;
  readonly reason: string | undefined;
  /** An address in the text of a letter, which need not be the recipient's. */
  readonly isGuess?: boolean;
}

export interface DeliveryReport {
  /** The Message-IDs it may be about, without brackets. */
  readonly about: readonly string[];
  /** Empty: it names nobody, and can only be about a letter to one recipient. */
  readonly recipients: readonly ReportedRecipient[];
  readonly from: string;
}

const domainOf = (address: string) => foldName(address.slice(address.lastIndexOf("@") + 1));

/**
 * Good news of a recipient is believed only from their own domain, which signs it: whoever else had the letter knows its
 * Message-ID too. A failure costs a look at most.
 */
function isBelieved(kind: NoticeKind, recipient: string, from: string): boolean {
  return kind === "failed" || kind === "delayed" || domainOf(recipient) === domainOf(from);
}

/** What others told of mail that was handed over. */
export function createDeliveryNotices({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
  return {
    /**
     * Takes a report that reached these mailboxes about mail that one of them sent, once however often it comes. False
     * if it is about none: then it is a letter like any other.
     */
    async take(
      { about, recipients, from }: DeliveryReport,
      message: NewMessage,
      mailboxes: readonly number[],
    ): Promise<boolean> {
      if (about.length === 0 || mailboxes.length === 0) return false;
      const mails = await db
        .selectFrom("outgoing_mail")
        .select(["outgoing_id", "recipient"])
        .where("mail_id", "in", about)
        .where("sender_user_id", "in", mailboxes)
        .execute();
      const told = mails.flatMap((mail) => {
        const own = recipients.filter(({ addresses }) =>
          addresses.some((address) => foldName(address) === foldName(mail.recipient)),
        );
        // A mail service's letter may name nobody.
        const isOnly = own.length === 0 && mails.length === 1 && recipients.every(({ isGuess }) => isGuess);
        const said = isOnly ? [{ kind: "failed" as const, status: undefined, reason: undefined }] : own;
        return said
          .filter(({ kind }) => isBelieved(kind, mail.recipient, from))
          .map(({ kind, status, reason }) => ({
            outgoing_id: mail.outgoing_id,
            kind,
            told_at: message.receivedAt,
            status: status ?? null,
            reason: reason === undefined ? null : storableText(reason),
            message_id: null,
          }));
      });
      if (told.length === 0) return false;
      const seal = await vault.sealer();
      await db.transaction().execute(async (transaction) => {
        const fresh = await transaction
          .insertInto("delivery_notice")
          .values(told)
          .onConflict((conflict) => conflict.columns(["outgoing_id", "kind"]).doNothing())
          .returning(["outgoing_id", "kind"])
          .execute();
        if (fresh.length === 0) return;
        const message_id = await storeMessage({ db: transaction, vault, seal }, message);
        await transaction
          .updateTable("delivery_notice")
          .set({ message_id })
          .where("message_id", "is", null)
          .where((build) => build.or(fresh.map((row) => build.and(row))))
          .execute();
      });
      return true;
    },
  };
}
