import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTransport } from "nodemailer";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { openStore, type Store } from "#room/server/store/store.ts";
import { fetchMail } from "./fetch-mail.ts";
import { createMailSender, type MailSender } from "./send-mail.ts";
import { testCertificate as ca } from "./test-certificate.ts";
import { dovecotIsHere, startDovecot } from "./test-dovecot.ts";
import { freePort } from "./test-loopback.ts";
import { tryOnce, untilItHolds } from "./test-outgoing.ts";
import { postfixIsHere, startPostfix } from "./test-postfix.ts";
import { mdn } from "./test-reports.ts";

const log = createLog(readSettings({ LOG_LEVEL: "silent" }));
const doctor = "doctor@elsewhere.example";
const ghost = "ghost@elsewhere.example";

/** A clinic with a mail service of its own, and our edge between them. */
interface Clinic {
  readonly store: Store;
  readonly userId: number;
  send(recipients: readonly string[], subject: string, answers?: number): Promise<number>;
  fetch(): Promise<number>;
  stop(): Promise<void>;
}

async function startClinic(
  [user, domain]: readonly [string, string],
  { port, routes }: { readonly port: number; readonly routes: Readonly<Record<string, number>> },
): Promise<Clinic> {
  const address = `${user}@${domain}`;
  const dovecot = await startDovecot();
  const { mailFolder } = dovecot;
  const postfix = await startPostfix({ domain, users: [user], mailFolder, routes, port });
  const store = await openStore(":memory:");
  const { userId } = await store.users.add({
    name: user,
    role: "lead",
    addresses: [address],
    createdAt: 1,
  });
  const sender: MailSender = createMailSender(`smtp://localhost:${port}`, { ca });
  const url = `imaps://%7Baddress%7D:right@localhost:${dovecot.tlsPort}`;
  return {
    store,
    userId,
    async send(recipients, subject, answers) {
      const message = {
        sender: address,
        to: recipients,
        cc: [],
        createdTime: undefined,
        subject,
        textBody: `Text of ${subject}`,
        htmlBody: undefined,
        attachments: [],
        size: 1,
        receivedAt: 1000,
      };
      const messageId = await store.messages.deliver(message, {
        mailboxes: [],
        outgoing: recipients,
        senderUserId: userId,
        sentAs: { userId, clientId: subject, digest: "", bcc: [] },
        threading: answers === undefined ? {} : { answers },
      });
      expect(await tryOnce(store, sender, 1000)).toBe(recipients.length);
      return messageId;
    },
    fetch: () => fetchMail({ store, url, ca, now: () => new Date(5000), log }),
    async stop() {
      sender.close();
      await postfix.stop();
      await dovecot.stop();
      await store.close();
    },
  };
}

describe.skipIf(!postfixIsHere() || !dovecotIsHere())(
  "two clinics, each with postfix and dovecot",
  { timeout: 120_000 },
  () => {
    let [casey, other]: Clinic[] = [];
    let port = 0;
    beforeEach(async () => {
      const theirs = await freePort();
      port = await freePort();
      casey = await startClinic(["casey", "direct.example"], {
        port,
        routes: { "elsewhere.example": theirs },
      });
      other = await startClinic(["doctor", "elsewhere.example"], {
        port: theirs,
        routes: { "direct.example": port },
      });
    }, 60_000);
    afterEach(async () => {
      await casey?.stop();
      await other?.stop();
    });

    const statesOf = async ({ store, userId }: Clinic, name: string) => {
      const time = { now: 5000, answerWithin: 60_000 };
      const [sent] = await store.sentMessages.find(userId, [name], time);
      return sent?.deliveries.map(({ recipient, state, status }) => [recipient, state, status]);
    };
    const subjectsOf = async ({ store, userId }: Clinic) =>
      (await store.messages.summariesOf(userId)).map(({ subject }) => subject);

    test("answer each other, and learn what failed", async () => {
      if (!casey || !other) throw new Error("They did not start");
      const [ours, theirs] = [casey, other];
      const asked = await ours.send([doctor, ghost], "Question");
      await untilItHolds(async () => {
        await theirs.fetch();
        expect(await subjectsOf(theirs)).toEqual(["Question"]);
      });
      const [received] = await theirs.store.messages.summariesOf(theirs.userId);
      await theirs.send(["casey@direct.example"], "Re: Question", received?.messageId);
      await untilItHolds(async () => {
        await ours.fetch();
        expect(await subjectsOf(ours)).toEqual(["Re: Question"]);
        expect(await statesOf(ours, "Question")).toEqual([
          [doctor, "handed-over", undefined],
          [ghost, "not-delivered", "5.1.1"],
        ]);
      });
      const conversation = await ours.store.messages.conversationOf(ours.userId, asked);
      expect(conversation?.letters.map(({ subject }) => subject)).toEqual(["Re: Question", "Question"]);

      // What their provider tells: forged first, then late, twice, and in the wrong order.
      const { mail_id: about } = await ours.store.db
        .selectFrom("outgoing_mail")
        .select("mail_id")
        .executeTakeFirstOrThrow();
      const transport = createTransport({ host: "localhost", port, tls: { ca } });
      const tell = async (raw: Buffer) => {
        const envelope = { from: "postmaster@elsewhere.example", to: "casey@direct.example" };
        await transport.sendMail({ envelope, raw });
      };
      await tell(mdn("dispatched", { about: about ?? "", recipient: doctor, from: "mallory@evil.example" }));
      await untilItHolds(async () => {
        await ours.fetch();
        expect(await subjectsOf(ours)).toContain("dispatched: Labs");
      });
      expect((await statesOf(ours, "Question"))?.[0]).toEqual([doctor, "handed-over", undefined]);
      for (const kind of ["dispatched", "dispatched", "processed"])
        await tell(mdn(kind, { about: about ?? "" }));
      await untilItHolds(async () => {
        await ours.fetch();
        expect((await statesOf(ours, "Question"))?.[0]).toEqual([doctor, "delivered", undefined]);
        const { count } = await ours.store.db
          .selectFrom("delivery_notice")
          .select((build) => build.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        expect(Number(count)).toBe(3);
      });
      expect(await subjectsOf(ours)).toHaveLength(2);
    });
  },
);
