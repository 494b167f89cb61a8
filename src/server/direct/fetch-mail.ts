import type { FastifyBaseLogger } from "fastify";
import { ImapFlow } from "imapflow";
import type { Store } from "#room/server/store/store.ts";
import { noteContact } from "./last-contact.ts";
import { readMailAside } from "./read-aside.ts";

export interface IncomingOptions {
  readonly store: Pick<Store, "messages" | "users">;
  /** imaps://user:password@host; `{address}` in the user stands for each mailbox's own address. */
  readonly url: string;
  readonly ca?: string | undefined;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** See `readMailAside`. */
  readonly reader?: string | undefined;
}

/** One sign-in to the mail server, and the mailbox it fetches for. */
interface Account {
  readonly user: string;
  /** Absent: mail of all mailboxes here; each mail's headers name the recipients. */
  readonly owner?: number;
}

const placeholder = "{address}";
const largestMail = 80 * 1024 ** 2;

async function accountsOf(user: string, store: IncomingOptions["store"]): Promise<Account[]> {
  if (!user.includes(placeholder)) return [{ user }];
  const users = await store.users.list();
  return users.flatMap(({ addresses, userId, disabled }) =>
    disabled
      ? []
      : addresses.map((address) => ({ user: user.replaceAll(placeholder, address), owner: userId })),
  );
}

function clientOf({ url, ca }: IncomingOptions, user: string): ImapFlow {
  const { protocol, hostname, port, password, searchParams } = new URL(url);
  const secure = protocol === "imaps:";
  const trust = searchParams.get("tls.rejectUnauthorized") === "false" ? { rejectUnauthorized: false } : {};
  return new ImapFlow({
    host: hostname,
    port: port === "" ? (secure ? 993 : 143) : Number(port),
    secure,
    // imap:// uses TLS too: STARTTLS is required.
    ...(secure ? {} : { doSTARTTLS: true }),
    auth: { user, pass: decodeURIComponent(password) },
    tls: { ...trust, ...(ca === undefined ? {} : { ca }) },
    logger: false,
    disableAutoIdle: true,
  });
}

/** Fetches one mail and delivers it; undefined if it stays on the server, with the reason in the log. */
async function takeMail(
  client: ImapFlow,
  uid: number,
  { owner, store, now, log, reader }: IncomingOptions & { owner: number | undefined },
): Promise<number | undefined> {
  const leave = (reason: string, error?: unknown) => {
    log.warn({ uid, reason, err: error }, "a mail was not delivered; it stays on the mail server, flagged");
    return undefined;
  };
  const head = await client.fetchOne(String(uid), { size: true, internalDate: true }, { uid: true });
  if (!head || (head.size ?? 0) > largestMail) return leave("it is too large, or gone");
  const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (!mail || !mail.source) return leave("it is gone");
  const read = await readMailAside(mail.source, reader).catch((error: unknown) =>
    leave("it cannot be read", error),
  );
  if (!read) return undefined;
  const { message, mailKey, recipients } = read;
  const mailboxes = owner === undefined ? [...(await store.users.ownersOf(recipients)).values()] : [owner];
  if (mailboxes.length === 0) return leave("it names nobody here");
  const arrived = new Date(head.internalDate ?? Number.NaN).getTime();
  const receivedAt = Math.min(Number.isNaN(arrived) ? Infinity : arrived, now().getTime());
  return store.messages.deliver({ ...message, receivedAt }, { mailboxes, mailKey });
}

async function fetchNew(client: ImapFlow, { owner }: Account, options: IncomingOptions): Promise<number> {
  const uids = (await client.search({ seen: false, flagged: false }, { uid: true })) || [];
  let delivered = 0;
  for (const uid of uids) {
    const messageId = await takeMail(client, uid, { ...options, owner });
    if (messageId !== undefined) delivered += 1;
    // Marked only after it is stored here: after an interruption it is fetched again and recognized by its key.
    await client.messageFlagsAdd(String(uid), [messageId === undefined ? "\\Flagged" : "\\Seen"], {
      uid: true,
    });
  }
  return delivered;
}

/** Fetches the new mail of all mailboxes over TLS and delivers it; returns how many were delivered. */
export async function fetchMail(options: IncomingOptions): Promise<number> {
  const user = decodeURIComponent(new URL(options.url).username);
  let delivered = 0;
  for (const account of await accountsOf(user, options.store)) {
    const client = clientOf(options, account.user);
    // An unhandled connection error would end the process; the pending call rejects as well.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const lock = await client.getMailboxLock("INBOX");
      try {
        delivered += await fetchNew(client, account, options);
      } finally {
        lock.release();
      }
      await client.logout();
      noteContact(options.store, "fetched", options.now());
    } catch (error) {
      options.log.error({ err: error }, "mail could not be fetched; this is retried");
      client.close();
    }
  }
  return delivered;
}
