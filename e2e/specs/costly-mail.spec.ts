import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { costlyLetters } from "#room/server/direct/test-costly-letters.ts";
import { testCertificate } from "#room/server/direct/test-certificate.ts";
import { dovecotIsHere, startDovecot } from "#room/server/direct/test-dovecot.ts";
import { startImapServer } from "#room/server/direct/test-imap-server.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

interface MailService {
  /** imaps, with the host and port. */
  readonly host: string;
  put(name: string, source: Buffer): void;
  stop(): Promise<unknown>;
}

const services: readonly { readonly name: string; isHere(): boolean; start(): Promise<MailService> }[] = [
  {
    name: "a fake IMAP server",
    isHere: () => true,
    async start() {
      const imap = await startImapServer();
      const put = (_name: string, source: Buffer) => void imap.put("inbox", source);
      return { host: `127.0.0.1:${imap.port}`, put, stop: () => imap.stop() };
    },
  },
  {
    name: "dovecot",
    isHere: dovecotIsHere,
    async start() {
      const dovecot = await startDovecot();
      const put = (name: string, source: Buffer) => dovecot.put("inbox", name, source);
      return { host: `localhost:${dovecot.tlsPort}`, put, stop: async () => dovecot.stop() };
    },
  },
];

for (const { name, isHere, start } of services) {
  test(`costly letters from ${name} leave the server up`, async () => {
    test.skip(!isHere() || spawnSync("prlimit", ["--version"]).status !== 0);
    const ca = join(mkdtempSync(join(tmpdir(), "direct-ca-")), "ca.pem");
    writeFileSync(ca, testCertificate);
    const mail = await start();
    const server = new ServerProcess({
      DIRECT_IMAP_URL: `imaps://inbox:right@${mail.host}`,
      DIRECT_TLS_CA: ca,
      DIRECT_POLL_SECONDS: "1",
    });
    try {
      for (const letter of ["blankLines", "shortLines", "html", "addresses"] as const)
        mail.put(letter, costlyLetters[letter]());
      mail.put("zz-last", Buffer.from("To: casey@direct.example\r\nSubject: After all\r\n\r\nText\r\n"));
      await server.start();
      spawnSync("prlimit", ["--pid", String(server.pid), `--data=${1024 ** 3}`]);
      const { pid } = server;
      const wire = new WireClient(server.url);
      await wire.signIn("casey");
      const session = { loggedInUser: "casey", sessionKey: wire.sessionId };
      const subjects = async () =>
        (await wire.call("listMessageSummaries", session)).summaries.map(({ subject }) => subject);
      await expect.poll(subjects, { timeout: 60_000 }).toContain("After all");
      expect((await subjects()).toSorted()).toEqual(["After all", "html"]);
      expect(process.kill(pid, 0)).toBe(true);
    } finally {
      await server.dispose();
      await mail.stop();
    }
  });
}
