import { portOf } from "./test-loopback.ts";
import { once } from "node:events";
import { createServer, type TLSSocket } from "node:tls";
import { testCertificate, testKey } from "./test-certificate.ts";

/** A mail in a mailbox of the test server. */
export interface ServedMail {
  readonly uid: number;
  readonly source: Buffer;
  readonly flags: Set<string>;
}

/** One connection: reads commands line by line, literals included, and answers them in order. */
class Session {
  readonly #socket: TLSSocket;
  readonly #mailboxes: Map<string, ServedMail[]>;
  #user: string | undefined;

  constructor(socket: TLSSocket, mailboxes: Map<string, ServedMail[]>) {
    this.#socket = socket;
    this.#mailboxes = mailboxes;
  }

  async serve(): Promise<void> {
    this.#say("* OK [CAPABILITY IMAP4rev1] ready");
    let rest = "";
    for await (const part of this.#socket) {
      rest += String(part);
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        this.#command(rest.slice(0, end));
        rest = rest.slice(end + 2);
      }
    }
  }

  #say(line: string | Buffer): void {
    this.#socket.write(line);
    this.#socket.write("\r\n");
  }

  get #mails(): ServedMail[] {
    return this.#mailboxes.get(this.#user ?? "") ?? [];
  }

  #command(line: string): void {
    const [tag = "*", first = "", ...more] = line.split(" ");
    const name = first.toUpperCase() === "UID" ? `UID ${more.shift()?.toUpperCase()}` : first.toUpperCase();
    const rest = more.join(" ");
    if (name === "CAPABILITY") this.#say("* CAPABILITY IMAP4rev1");
    else if (name === "LIST") this.#say('* LIST (\\HasNoChildren) "/" INBOX');
    else if (name === "LOGIN") {
      if (!this.#signIn(rest)) return this.#say(`${tag} NO [AUTHENTICATIONFAILED] wrong`);
    } else if (name === "SELECT") {
      this.#say(`* ${this.#mails.length} EXISTS`);
      this.#say("* FLAGS (\\Seen \\Flagged)");
      this.#say("* OK [PERMANENTFLAGS (\\Seen \\Flagged)] ok");
      this.#say("* OK [UIDVALIDITY 1] ok");
    } else if (name === "UID SEARCH") {
      const found = this.#mails.filter(({ flags }) => flags.size === 0).map(({ uid }) => uid);
      this.#say(`* SEARCH ${found.join(" ")}`.trim());
    } else if (name === "UID FETCH") this.#fetch(Number(more[0]), rest);
    else if (name === "UID STORE") this.#store(Number(more[0]), rest);
    else if (name === "LOGOUT") this.#say("* BYE");
    this.#say(`${tag} OK done`);
    if (name === "LOGOUT") this.#socket.end();
  }

  #signIn(rest: string): boolean {
    const [user, password] = rest.split(" ").map((word) => word.replaceAll('"', ""));
    if (password !== "right") return false;
    this.#user = user;
    return true;
  }

  #fetch(uid: number, items: string): void {
    const index = this.#mails.findIndex((mail) => mail.uid === uid);
    const mail = this.#mails[index];
    if (!mail) return;
    const facts = [`UID ${uid}`];
    if (items.includes("RFC822.SIZE")) facts.push(`RFC822.SIZE ${mail.source.length}`);
    if (items.includes("INTERNALDATE")) facts.push('INTERNALDATE "02-Nov-2026 09:00:00 +0000"');
    const head = `* ${index + 1} FETCH (${facts.join(" ")}`;
    if (!items.includes("BODY.PEEK[]")) return this.#say(`${head})`);
    this.#socket.write(`${head} BODY[] {${mail.source.length}}\r\n`);
    this.#socket.write(mail.source);
    this.#say(")");
  }

  #store(uid: number, change: string): void {
    const mail = this.#mails.find((one) => one.uid === uid);
    for (const flag of ["\\Seen", "\\Flagged"]) if (change.includes(flag)) mail?.flags.add(flag);
  }
}

/** A mail server on loopback that implements as much of IMAP4rev1 (RFC 3501), over TLS, as fetching needs. */
export async function startImapServer() {
  const mailboxes = new Map<string, ServedMail[]>();
  const sockets = new Set<TLSSocket>();
  const server = createServer({ key: testKey, cert: testCertificate }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    new Session(socket, mailboxes).serve().catch(() => socket.destroy());
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server),
    /** Puts a mail into a user's INBOX. */
    put(user: string, source: Buffer): ServedMail {
      const mails = mailboxes.get(user) ?? [];
      const mail = { uid: mails.length + 1, source, flags: new Set<string>() };
      mailboxes.set(user, [...mails, mail]);
      return mail;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
