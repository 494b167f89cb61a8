import { portOf } from "./test-loopback.ts";
import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { testCertificate, testKey } from "./test-certificate.ts";

/** A mail as received by a submission server. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  readonly source: Buffer;
}

/** The server's reply to a recipient; undefined accepts it. */
export type Refuse = (recipient: string) => { code: number; text: string } | undefined;

/** A submission server on loopback that requires sign-in. `refuse` may be changed at any time. */
export async function startSmtpServer(options: SMTPServerOptions = { secure: true }, port = 0) {
  const taken: TakenMail[] = [];
  const state: { refuse: Refuse } = { refuse: () => undefined };
  const server = new SMTPServer({
    key: testKey,
    cert: testCertificate,
    authOptional: false,
    // Hanging connections are cut when the server stops.
    closeTimeout: 50,
    onAuth({ username, password }, _session, callback) {
      if (password === "right") callback(null, { user: username ?? "" });
      else callback(Object.assign(new Error("Wrong password"), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = state.refuse(address);
      if (refusal) callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      else callback();
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        taken.push({
          from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user,
          isEncrypted: session.secure,
          source: Buffer.concat(parts),
        });
        callback();
      });
    },
    ...options,
  });
  // A client that disconnects early is not an error of the test.
  server.on("error", () => undefined);
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return {
    taken,
    state,
    port: portOf(listening),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
