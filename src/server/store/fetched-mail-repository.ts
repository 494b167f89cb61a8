import { valueOf } from "./rows.ts";
import type { LetterOutcome } from "./mail-tables.ts";
import type { Threading } from "./conversations.ts";
import type { MessageRecord, NewMessage } from "./message-record.ts";
import { type DeliveryParts, deliver, storeMessage } from "./message-repository.ts";
import type { KeyedEngine } from "./engine.ts";
import { readMessage } from "./read-message.ts";
import { storableText } from "./storable-text.ts";
import type { Transaction } from "kysely";
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
async function claimMail(
  db: Transaction<Tables>,
  { mailboxes, identity, at }: { mailboxes: readonly number[]; identity: MailIdentity; at: number },
) {
  const { messageId, digest } = identity;
  const sorted = [...new Set(mailboxes)].toSorted((a, b) => a - b);
  const first = messageId === undefined ? sorted : await newTo(db, sorted, { key: messageId, at });
  const fresh = await newTo(db, sorted, { key: `${messageId ?? ""} sha256:${digest}`, at });
  return { fresh, isIdReused: fresh.some((userId) => !first.includes(userId)) };
}

/** A letter at the mail service, before anything of it is read. */
export interface LetterPlace {
  readonly account: string;
  readonly uidValidity: string;
  readonly uid: number;
}

export interface LetterFacts {
  readonly outcome: LetterOutcome;
  /** The end of a sentence: "it names nobody here". */
  readonly reason: string;
  readonly sender: string;
  /** In bytes. */
  readonly size: number;
}

/** A letter that was not simply delivered. */
export interface OddLetter extends LetterFacts {
  readonly letterId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly hasOriginal: boolean;
}

export interface Delivered {
  /** 0: every mailbox has this very mail already. */
  readonly messageId: number;
  /** A mailbox has a mail with the same Message-ID and other content: this one was delivered, and says so. */
  readonly isIdReused: boolean;
}

/** What stands before the subject of a letter whose Message-ID an earlier one had. */
const markOfReused = "[Message ID used before]";

const maxListed = 200;

export function createFetchedMailRepository({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
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
    /** Stores a letter once for the mailboxes that do not have it. */
    deliver: (
      message: NewMessage,
      {
        mailboxes,
        sharedAs,
        identity,
        threading,
      }: {
        readonly mailboxes: readonly number[];
        readonly sharedAs?: readonly string[] | undefined;
        readonly identity: MailIdentity;
        readonly threading: Threading;
      },
    ): Promise<Delivered> =>
      inTransaction(async (parts) => {
        const { fresh, isIdReused } = await claimMail(parts.db, {
          mailboxes,
          identity,
          at: message.receivedAt,
        });
        const marked = isIdReused ? { ...message, subject: `${markOfReused} ${message.subject}` } : message;
        const messageId = await deliver(parts, marked, { mailboxes: fresh, sharedAs, threading });
        return { messageId, isIdReused };
      }),
    /** How often it was tried, when last, and whether it is noted what became of it. */
    async tried(letter: LetterPlace) {
      const known = await db
        .selectFrom("mail_attempt")
        .select(["attempts", "tried_at", "outcome"])
        .where((build) => build.and(rowOf(letter)))
        .executeTakeFirst();
      if (!known) return { attempts: 0, at: 0, isSettled: false };
      return { attempts: known.attempts, at: known.tried_at, isSettled: known.outcome !== null };
    },
    /** Counts an attempt, before anything is read. */
    async begin(letter: LetterPlace, at: number): Promise<void> {
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
    async end(letter: LetterPlace): Promise<void> {
      await db
        .deleteFrom("mail_attempt")
        .where((build) => build.and(rowOf(letter)))
        .where("outcome", "is", null)
        .execute();
    },
    /** Notes what became of it otherwise, with its original if that is to be kept. */
    note: (
      letter: LetterPlace,
      { outcome, reason, sender, size }: LetterFacts,
      { at, original }: { at: number; original?: Uint8Array },
    ): Promise<void> =>
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
    async listOdd(): Promise<OddLetter[]> {
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
    /** The kept original, as the only attachment. */
    async original(letterId: number): Promise<MessageRecord | undefined> {
      const letter = db.selectFrom("mail_attempt").where("attempt_id", "=", letterId);
      const messageId = (await valueOf(letter, "message_id")) ?? undefined;
      return messageId === undefined ? undefined : readMessage({ db, vault }, messageId);
    },
  };
}
