import type { FastifyBaseLogger } from "fastify";
import { ImapFlow } from "imapflow";
import type { Store } from "#room/server/store/store.ts";
import { noteContact, noteFailure } from "./last-contact.ts";
import { fetchFailure } from "./fetch-failure.ts";
import type { MailReader } from "./read-aside.ts";
import { readMail } from "./read-mail.ts";
import { takeLetter } from "./take-letter.ts";

export interface IncomingOptions {
  readonly store: Pick<Store, "fetchedMail" | "users">;
  /** imaps://user:password@host; `{address}` in the user stands for each mailbox's own address. */
  readonly url: string;
  readonly ca?: string | undefined;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Default: in this thread. */
  readonly read?: MailReader | undefined;
}

/** One sign-in to the mail server, and the mailbox it fetches for. */
interface Account {
  readonly user: string;
  /** Absent: mail of all mailboxes here; each mail's headers name the recipients. */
  readonly owner?: number;
}

const placeholder = "{address}";

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

/** Takes each new letter; what is marked is never fetched again, and what is not is tried again next time. */
async function fetchNew(
  client: ImapFlow,
  { user, owner }: Account,
  options: IncomingOptions,
): Promise<number> {
  const uids = (await client.search({ seen: false, flagged: false }, { uid: true })) || [];
  const uidValidity = client.mailbox ? String(client.mailbox.uidValidity) : "";
  let delivered = 0;
  for (const uid of uids) {
    const place = { account: user, uidValidity, uid };
    const taken = await takeLetter({ ...options, read: options.read ?? readMail, client, place, owner });
    if (taken === "later") continue;
    if (taken === "delivered") delivered += 1;
    // Marked only after it is stored here: after an interruption it is fetched again and recognized.
    await client.messageFlagsAdd(String(uid), [taken === "delivered" ? "\\Seen" : "\\Flagged"], {
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
      const reason = fetchFailure(error);
      noteFailure(options.store, "fetched", reason);
      options.log.error({ err: error, reason }, "mail could not be fetched; this is retried");
      client.close();
    }
  }
  return delivered;
}
