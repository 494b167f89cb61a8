import type { FastifyBaseLogger } from "fastify";
import type { ImapFlow } from "imapflow";
import type { LetterOutcome } from "#room/server/store/mail-tables.ts";
import { GivenUp } from "#room/server/aside/side-thread.ts";
import type { LetterPlace } from "#room/server/store/fetched-mail-repository.ts";
import { mailboxesOf } from "#room/server/store/address-owners.ts";
import type { Store } from "#room/server/store/store.ts";
import { LetterTooLarge } from "./parse-letter.ts";
import type { MailReader } from "./read-aside.ts";
import type { ReadMail } from "./read-mail.ts";

const givenUpWords: Readonly<Record<GivenUp["reason"], string>> = {
  memory: "it takes more memory to read than any letter",
  time: "it takes longer to read than any letter",
  crash: "reading it failed",
};

/** What its From line says, without the reader: that may be what it was made to break. */
function senderOf(source: Buffer): string {
  const head = source.toString("latin1", 0, 65_536).split(/\r?\n\r?\n/, 1)[0] ?? "";
  const line = /^from:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,300})/im.exec(head)?.[1] ?? "";
  return line.replaceAll(/\p{Cc}/gu, "").trim();
}

export interface LetterOptions {
  readonly store: Pick<Store, "fetchedMail" | "deliveryNotices" | "users">;
  readonly client: ImapFlow;
  readonly place: LetterPlace;
  /** Whose mailbox it is; undefined: its headers name the recipients. */
  readonly owner: number | undefined;
  readonly read: MailReader;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Later: it stays as it is, and is tried again. */
export type Taken = "delivered" | "set aside" | "later";

const largestMail = 80 * 1024 ** 2;

/** A letter that failed this often is not read again. */
const maxAttempts = 2;

/** Longer than another process may take for an attempt that it has begun. */
const attemptMs = 2 * 60_000;

/**
 * Fetches one letter, reads it and delivers it. An attempt is counted and stored before anything is read, so that a
 * letter that ends the server does so twice at most; then it is set aside: listed, and its original kept.
 */
export async function takeLetter(options: LetterOptions): Promise<Taken> {
  const { client, place, store, now } = options;
  const tries = await store.fetchedMail.tried(place);
  // Stored already, but not marked at the mail service.
  if (tries.isSettled) return "set aside";
  const head = await client.fetchOne(String(place.uid), { size: true, internalDate: true }, { uid: true });
  if (!head) return "later";
  const size = head.size ?? 0;
  if (size > largestMail)
    return setAside(options, size, "it is larger than 80 MB; it is still at the mail service, flagged");
  if (tries.attempts >= maxAttempts) {
    if (now().getTime() - tries.at < attemptMs) return "later";
    return setAside(options, size, "two attempts to take it were not finished");
  }
  await store.fetchedMail.begin(place, now().getTime());
  const source = await sourceOf(options);
  if (!source) return "later";
  const sender = senderOf(source);
  let mail: ReadMail;
  try {
    mail = await options.read(source);
  } catch (error) {
    if (error instanceof LetterTooLarge) return setAside(options, size, error.message);
    if (!(error instanceof GivenUp)) return setAside(options, size, "it cannot be read", error);
    options.log.warn(
      { uid: place.uid, reason: error.reason, attempt: tries.attempts + 1 },
      "a mail took too much to read",
    );
    if (tries.attempts + 1 < maxAttempts) return "later";
    return setAside(options, size, givenUpWords[error.reason]);
  }
  return deliverLetter(options, mail, {
    sender,
    size,
    arrivedAt: new Date(head.internalDate ?? Number.NaN).getTime(),
  });
}

interface Envelope {
  readonly sender: string;
  readonly size: number;
  /** Not a number if the mail service did not say. */
  readonly arrivedAt: number;
}

async function deliverLetter(
  options: LetterOptions,
  { message, identity, threading, recipients, report }: ReadMail,
  { sender, size, arrivedAt }: Envelope,
): Promise<Taken> {
  const { store, place, owner, now, log } = options;
  const { mailboxes, sharedAs } =
    owner === undefined
      ? mailboxesOf(await store.users.ownersOf(recipients))
      : { mailboxes: [owner], sharedAs: undefined };
  if (mailboxes.length === 0) return setAside(options, size, "it names nobody here");
  const told = { ...message, receivedAt: now().getTime() };
  if (report && (await store.deliveryNotices.take(report, told, mailboxes))) {
    await store.fetchedMail.end(place);
    return "delivered";
  }
  const receivedAt = Math.min(Number.isNaN(arrivedAt) ? Infinity : arrivedAt, now().getTime());
  const { messageId, isIdReused } = await store.fetchedMail.deliver(
    { ...message, receivedAt },
    { mailboxes, sharedAs, identity, threading },
  );
  const note = async (outcome: LetterOutcome, reason: string) => {
    log.warn({ uid: place.uid, outcome, reason }, "a mail was not simply delivered");
    await store.fetchedMail.note(place, { outcome, reason, sender, size }, { at: now().getTime() });
  };
  if (messageId === 0) await note("repeated", "the very same letter was delivered before");
  else if (isIdReused)
    await note("id reused", "an earlier letter has its message ID and says something else");
  else await store.fetchedMail.end(place);
  return "delivered";
}

async function setAside(
  options: LetterOptions,
  size: number,
  reason: string,
  error?: unknown,
): Promise<"set aside"> {
  const { store, place, now, log } = options;
  log.warn(
    { uid: place.uid, size, reason, err: error },
    "a mail was set aside; it stays on the mail server, flagged",
  );
  // What was read was given away.
  const original = size > largestMail ? undefined : await sourceOf(options);
  const sender = original ? senderOf(original) : "";
  const facts = { outcome: "set aside", reason, sender, size } as const;
  await store.fetchedMail.note(place, facts, { at: now().getTime(), ...(original ? { original } : {}) });
  return "set aside";
}

async function sourceOf({ client, place }: LetterOptions): Promise<Buffer | undefined> {
  const mail = await client.fetchOne(String(place.uid), { source: true }, { uid: true });
  return (mail && mail.source) || undefined;
}
