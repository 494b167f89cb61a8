import type { FastifyBaseLogger } from "fastify";
import type { ImapFlow } from "imapflow";
import type { Store } from "#room/server/store/store.ts";
import { imapClient } from "./imap-client.ts";
import { noteContact, noteFailure } from "./last-contact.ts";
import type { MailReader } from "./read-aside.ts";
import { readMail } from "./read-mail.ts";
import { takeLetter } from "./take-letter.ts";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the mail service is not listening there",
  ECONNRESET: "the mail service closed the connection",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name could not be looked up",
  ETIMEDOUT: "the mail service did not answer in time",
  CONNECT_TIMEOUT: "the mail service did not answer in time",
  GREETING_TIMEOUT: "the mail service did not answer in time",
  UPGRADE_TIMEOUT: "the mail service did not answer in time",
  EHOSTUNREACH: "it cannot be reached from here",
  ENETUNREACH: "it cannot be reached from here",
  NoConnection: "the mail service closed the connection",
  EConnectionClosed: "the mail service closed the connection",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  StoreUnavailable: "what was fetched could not be stored; see the database and its disk",
};

/** Why mail could not be fetched, as the end of a sentence. Never what the other side wrote, which may be anything. */
function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return "the reason is not known";
  if ("authenticationFailed" in error && error.authenticationFailed === true)
    return "the mail service refused the user name or password of DIRECT_IMAP_URL";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    words[code] ??
    words[error.name] ??
    `the mail service gave an error${/^\w{1,40}$/.test(code) ? ` (${code})` : ""}`
  );
}

export interface IncomingOptions {
  readonly store: Pick<Store, "fetchedMail" | "deliveryNotices" | "users">;
  /** imaps://user:password@host; `{address}` in the user stands for each mailbox’s own address. */
  readonly url: string;
  readonly ca?: string | undefined;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Default: in this thread. */
  readonly read?: MailReader | undefined;
  /** Default: `patience`. */
  readonly patienceMs?: number;
}

/** For each letter, however slowly it comes. A service that says little, but always something, would hold all mail for ever. */
const patience = 20 * 60_000;

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

/** Takes each new letter; what is marked is never fetched again, and what is not is tried again next time. */
async function fetchNew(
  client: ImapFlow,
  { user, owner }: Account,
  options: IncomingOptions,
  onTaken: () => void,
): Promise<number> {
  const uids = (await client.search({ seen: false, flagged: false }, { uid: true })) || [];
  const uidValidity = client.mailbox ? String(client.mailbox.uidValidity) : "";
  let delivered = 0;
  for (const uid of uids) {
    const place = { account: user, uidValidity, uid };
    const taken = await takeLetter({ ...options, read: options.read ?? readMail, client, place, owner });
    onTaken();
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
    const client = imapClient(options, account.user);
    // An unhandled connection error would end the process; the pending call rejects as well.
    client.on("error", () => undefined);
    const end = setTimeout(() => client.close(), options.patienceMs ?? patience);
    try {
      await client.connect();
      const lock = await client.getMailboxLock("INBOX");
      try {
        delivered += await fetchNew(client, account, options, () => end.refresh());
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
    } finally {
      clearTimeout(end);
    }
  }
  return delivered;
}
