import { ImapFlow } from "imapflow";

/** Not connected yet; always over TLS. */
export function imapClient(
  { url, ca }: { readonly url: string; readonly ca?: string | undefined },
  user: string,
): ImapFlow {
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
