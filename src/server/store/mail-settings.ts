import type { KeyedEngine } from "./engine.ts";
import type { NewMessage } from "./message-record.ts";
import { deliver } from "./message-repository.ts";
import { didChange, recordOf, rowOf } from "./rows.ts";

export interface MailSettings {
  readonly version: number;
  /** Whether recipients' mail services are asked to tell what becomes of a mail. */
  readonly asksForNotices: boolean;
  /** Without a notice for so long, a delivery is not known. */
  readonly noticeMinutes: number;
}

const usual: MailSettings = { version: 0, asksForNotices: true, noticeMinutes: 60 };

/** How far a mail from a person's address to that address came. Instants in milliseconds since 1970. */
export interface MailTest {
  readonly address: string;
  readonly begunAt: number;
  readonly sentAt: number | undefined;
  readonly isGivenUp: boolean;
  /** Why it was not handed over yet, or at all. */
  readonly error: string | undefined;
  readonly fetchedAt: number | undefined;
  readonly isAsked: boolean;
  readonly notices: readonly {
    readonly kind: string;
    readonly at: number;
    readonly reason: string | undefined;
  }[];
}

/** The clinic's settings of its mail to elsewhere, and the last test of it. */
export function createMailSettings({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
  const read = async (): Promise<MailSettings> => {
    const row = await db.selectFrom("mail_setting").selectAll().executeTakeFirst();
    if (!row) return usual;
    const { asks_for_notices, notice_minutes: noticeMinutes, version } = row;
    return { version, asksForNotices: asks_for_notices === 1, noticeMinutes };
  };
  return {
    read,
    /** False if they were changed since that version: nothing was saved. */
    save(settings: Omit<MailSettings, "version">, { after }: { readonly after: number }): Promise<boolean> {
      const values = rowOf({ ...settings, version: after + 1 });
      const first = db.insertInto("mail_setting").values({ one: 1, ...values });
      return didChange(
        first.onConflict((conflict) =>
          conflict.column("one").doUpdateSet(values).where("mail_setting.version", "=", after),
        ),
      );
    },
    /** Sends a person a mail by way of the mail service, and keeps it as the last test. */
    async beginTest(message: NewMessage, senderUserId: number): Promise<void> {
      const seal = await vault.sealer();
      await db.transaction().execute(async (transaction) => {
        const outgoing = [message.sender];
        const test_message_id = await deliver({ db: transaction, vault, seal }, message, {
          mailboxes: [],
          outgoing,
          senderUserId,
        });
        await transaction
          .insertInto("mail_setting")
          .values({ one: 1, ...rowOf(usual), test_message_id })
          .onConflict((conflict) => conflict.column("one").doUpdateSet({ test_message_id }))
          .execute();
      });
    },
    async lastTest(): Promise<MailTest | undefined> {
      const mail = await db
        .selectFrom("mail_setting")
        .innerJoin("outgoing_mail", "outgoing_mail.message_id", "mail_setting.test_message_id")
        .selectAll("outgoing_mail")
        .executeTakeFirst();
      if (!mail) return undefined;
      const fetched = await db
        .selectFrom("fetched_mail")
        .select("fetched_at")
        .where("user_id", "=", mail.sender_user_id)
        .where("mail_key", "=", `<${mail.mail_id}>`)
        .executeTakeFirst();
      const notices = await db
        .selectFrom("delivery_notice")
        .select(["kind", "told_at as at", "reason"])
        .where("outgoing_id", "=", mail.outgoing_id)
        .orderBy("told_at")
        .execute();
      return {
        address: mail.recipient,
        begunAt: mail.queued_at,
        sentAt: mail.sent_at ?? undefined,
        isGivenUp: mail.state === "failed",
        error: mail.last_error ?? undefined,
        fetchedAt: fetched?.fetched_at,
        isAsked: mail.is_asked === 1,
        notices: notices.map(recordOf),
      };
    },
  };
}
