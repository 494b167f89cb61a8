import { type ExpressionBuilder, sql, type Kysely, type Selectable, type SqlBool } from "kysely";
import type { MessageRecord, NewMessage } from "./message-record.ts";
import type { KeyedEngine } from "./engine.ts";
import { deliver } from "./message-repository.ts";
import { readMessage } from "./read-message.ts";
import { countOf, didChange, recordOf } from "./rows.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

export type OutgoingMail = Pick<
  ReturnType<typeof mailOf>,
  | ("outgoingId" | "messageId" | "sender" | "senderUserId" | "recipient")
  | ("attempts" | "queuedAt" | "mayHaveArrived" | "mailId")
>;

/** A mail that could not be handed over yet. */
export interface Retry {
  readonly at: number;
  readonly error: string;
}

/** A mail that could not be handed over and is given up. */
export interface GivenUp {
  readonly error: string;
  /** Everything was sent, but no answer came. */
  readonly mayHaveArrived: boolean;
  readonly message: NewMessage;
}

export interface Claim {
  /** Identifies the claiming process. */
  readonly owner: string;
  readonly now: number;
  /** Until when it is claimed: if this process dies, another can claim it afterwards. */
  readonly until: number;
  readonly limit: number;
  /** Recipients of mails that hang: their domains get no other mail meanwhile. */
  readonly hanging?: readonly string[];
}

type Held = Pick<Claim, "owner" | "until">;

/** A mail that was sent whole stays with its process for so much longer: nobody waits for it, as nobody sends it again. */
const answeredWithin = 90_000;

const longestError = 500;

type Change = Partial<
  Pick<
    Tables["outgoing_mail"],
    "state" | "last_error" | "next_attempt_at" | "may_have_arrived" | "sent_at" | "is_asked"
  >
>;

const waiting = (db: Kysely<Tables>) => db.updateTable("outgoing_mail").where("state", "=", "waiting");

const claimedBy = (db: Kysely<Tables>, owner: string) => waiting(db).where("claimed_by", "=", owner);

/** Settles a mail this process still has claimed; false when another has claimed it meanwhile. */
function settle(
  db: Kysely<Tables>,
  { outgoingId, attempts }: OutgoingMail,
  owner: string,
  change: Change,
): Promise<boolean> {
  const settled = { ...change, attempts: attempts + 1, claimed_by: null, claimed_until: 0 };
  return didChange(claimedBy(db, owner).set(settled).where("outgoing_id", "=", outgoingId));
}

/** Longer than any pause between attempts, or any claim. */
const longestWait = 5 * 3_600_000;

/** Due at that instant. A time further ahead than any wait was set before the clock was set back. */
function isDue(column: "next_attempt_at" | "claimed_until" | "earlier.next_attempt_at", now: number) {
  const time = sql.ref(column);
  return sql<SqlBool>`(${time} <= ${now} or ${time} > ${now + longestWait})`;
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/** Whether a mail goes to none of the domains of these addresses. */
function goesElsewhere(addresses: readonly string[]) {
  const domains = [...new Set(addresses.map((address) => domainOf(address).toLowerCase()))];
  const isTo = (domain: string) =>
    sql<SqlBool>`lower(recipient) like ${`%@${domain.replaceAll(/[!%_]/g, "!$&")}`} escape '!'`;
  return ({ and, not }: ExpressionBuilder<Tables, "outgoing_mail">) =>
    and(domains.map((domain) => not(isTo(domain))));
}

const mailOf = (row: Selectable<Tables["outgoing_mail"]>) => ({
  ...recordOf(row),
  mayHaveArrived: row.may_have_arrived === 1,
  mailId: row.mail_id ?? `visit-console.${row.message_id}.${row.queued_at}@${domainOf(row.sender)}`,
});

const shortened = (error: string) => storableText(error.slice(0, longestError));

/**
 * Mail queued for the Direct edge. Any number of processes may serve it: a mail is claimed by one at a time, and a
 * process that lost its claim can no longer settle it.
 */
export function createOutbox({ db, vault, kind }: Pick<KeyedEngine, "db" | "vault" | "kind">) {
  return {
    /**
     * Claims due mail, oldest first. A mail waits while an earlier one from its sender to its recipient is due or being
     * sent.
     */
    async claim({ owner, now, until, limit, hanging = [] }: Claim): Promise<OutgoingMail[]> {
      // The outer conditions are rechecked on rows another process has just claimed.
      const rows = await waiting(db)
        .set({ claimed_by: owner, claimed_until: until })
        .where(isDue("claimed_until", now))
        .where("outgoing_id", "in", (query) =>
          query
            .selectFrom("outgoing_mail")
            .select("outgoing_id")
            .where("state", "=", "waiting")
            .where(isDue("next_attempt_at", now))
            .where(isDue("claimed_until", now))
            .where(goesElsewhere(hanging))
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
        .returningAll()
        .execute();
      return rows.map(mailOf);
    },
    /** All of it is about to be sent: true if this process still has it. From then on no process sends it again. */
    mayEnd({ outgoingId }: OutgoingMail, { owner, until }: Held): Promise<boolean> {
      const sentWhole = { may_have_arrived: 1, claimed_until: until + answeredWithin };
      return didChange(claimedBy(db, owner).set(sentWhole).where("outgoing_id", "=", outgoingId));
    },
    /** Keeps what this process has claimed. */
    async renew({ owner, until }: Held): Promise<void> {
      await claimedBy(db, owner)
        .set({ claimed_until: sql`${until} + may_have_arrived * ${answeredWithin}` })
        .execute();
    },
    /** Ends all claims: with SQLite there is one process, and those of the one before died with it. */
    async endClaims(): Promise<void> {
      if (kind !== "sqlite") return;
      await waiting(db).set({ claimed_until: 0 }).where("claimed_by", "is not", null).execute();
    },
    messageOf: async (mail: OutgoingMail): Promise<MessageRecord | undefined> =>
      readMessage({ db, vault }, mail.messageId),
    /** It was handed over, with the request to tell what becomes of it or without. */
    async sent(
      mail: OutgoingMail,
      owner: string,
      { at, isAsked }: { readonly at: number; readonly isAsked: boolean },
    ): Promise<void> {
      const told = { sent_at: at, is_asked: isAsked ? 1 : 0 };
      await settle(db, mail, owner, { state: "sent", last_error: null, ...told });
    },
    /** Retries it at that instant. */
    async postpone(mail: OutgoingMail, owner: string, { at, error }: Retry): Promise<void> {
      const change = { next_attempt_at: at, last_error: shortened(error) };
      await settle(db, mail, owner, { ...change, may_have_arrived: 0 });
    },
    async giveUp(
      mail: OutgoingMail,
      owner: string,
      { error, mayHaveArrived, message }: GivenUp,
    ): Promise<void> {
      const seal = await vault.sealer();
      await db.transaction().execute(async (transaction) => {
        const held = await settle(transaction, mail, owner, {
          state: "failed",
          last_error: shortened(error),
          may_have_arrived: mayHaveArrived ? 1 : 0,
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
    countWaiting: () => countOf(db.selectFrom("outgoing_mail").where("state", "=", "waiting")),
  };
}
