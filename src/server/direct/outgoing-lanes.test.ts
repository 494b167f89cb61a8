import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readSettings } from "#room/server/settings.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { laneCount, laneHeldFor } from "./deliver-outgoing.ts";
import { startDirectEdge } from "./direct-edge.ts";
import { readMail } from "./read-mail.ts";
import { createMailSender, type MailSender } from "./send-mail.ts";
import { testCertificate } from "./test-certificate.ts";
import { lanesOf, outgoingLog, queueMail, untilItHolds } from "./test-outgoing.ts";
import { startSmtpServer } from "./test-smtp-server.ts";

const doctor = "doctor@elsewhere.example";
const some = (name: string, count: number, domain = "elsewhere.example") =>
  Array.from({ length: count }, (_, index) => `${name}${index}@${domain}`);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A server that does not answer for `hangs…@` until it is told to reply busy. */
async function hangingServer() {
  const hung: (() => void)[] = [];
  const server = await startSmtpServer({
    secure: true,
    onRcptTo({ address }, _session, callback) {
      const busy = Object.assign(new Error("Busy, come again"), { responseCode: 451 });
      if (address.startsWith("hangs")) hung.push(() => callback(busy));
      else callback();
    },
  });
  cleanUps.push(server.stop);
  const answer = () => hung.splice(0).forEach((reply) => reply());
  return { taken: server.taken, hung, answer, url: `smtps://casey:right@127.0.0.1:${server.port}` };
}

function senderTo(url: string): MailSender {
  const sender = createMailSender(url, { ca: testCertificate });
  cleanUps.push(() => sender.close());
  return sender;
}

describeOnBothEngines("a hand-over that hangs", (stores) => {
  test("delays no other mail, waiting or coming later", async () => {
    const store = await stores.open();
    const server = await hangingServer();
    await queueMail(store, [...some("hangs", 1), ...some("r", 20)]);
    const lanes = lanesOf(store, senderTo(server.url));
    await lanes.open();
    await untilItHolds(() => expect(server.taken).toHaveLength(20));
    await queueMail(store, [doctor]);
    // A lane that has just finished may have taken it already.
    expect(await lanes.open()).toBeLessThanOrEqual(1);
    await untilItHolds(() => expect(server.taken.at(-1)?.to).toEqual([doctor]));
    expect(server.hung).toHaveLength(1);
    server.answer();
    await lanes.close();
    expect(await store.outgoingMail.countWaiting()).toBe(1);
  });

  test("holds other mail for a minute at most", async () => {
    const store = await stores.open();
    const server = await hangingServer();
    await queueMail(store, some("hangs", 80, "Slow.example"));
    await queueMail(store, [doctor], { receivedAt: 1001 });
    let at = 2000;
    const lanes = lanesOf(store, senderTo(server.url), () => at);
    expect(await lanes.open()).toBe(laneCount);
    await untilItHolds(() => expect(server.hung).toHaveLength(laneCount));
    at += laneHeldFor - 1;
    expect(await lanes.open()).toBe(0);
    at += 1;
    expect(await lanes.open()).toBe(1);
    await untilItHolds(() => expect(server.taken.map(({ to }) => to[0])).toEqual([doctor]));
    at += laneHeldFor;
    expect(await lanes.open(), "the others to that domain wait until it answers").toBe(0);
    const closed = lanes.close();
    server.answer();
    await closed;
  });

  test("holds one of few lanes; what waits takes the next", async () => {
    const store = await stores.open();
    const server = await hangingServer();
    await queueMail(store, some("hangs", laneCount));
    await queueMail(store, [doctor], { receivedAt: 1001 });
    const lanes = lanesOf(store, senderTo(server.url), 2000);
    expect(await lanes.open()).toBe(laneCount);
    await untilItHolds(() => expect(server.hung).toHaveLength(laneCount));
    expect(await lanes.open()).toBe(0);
    server.answer();
    await untilItHolds(() => expect(server.taken.map(({ to }) => to[0])).toEqual([doctor]));
    await lanes.close();
  });

  test("ends with the edge, which sends what comes meanwhile", async () => {
    const store = await stores.open();
    const server = await hangingServer();
    const folder = mkdtempSync(join(tmpdir(), "lanes-"));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const ca = join(folder, "ca.pem");
    writeFileSync(ca, testCertificate);
    const settings = readSettings({ DIRECT_SMTP_URL: server.url, DIRECT_TLS_CA: ca });
    await queueMail(store, some("hangs", 1));
    const stop = startDirectEdge({ store, settings, log: outgoingLog });
    await untilItHolds(() => expect(server.hung).toHaveLength(1));
    await queueMail(store, [doctor]);
    await untilItHolds(() => expect(server.taken).toHaveLength(1));
    const stopped = stop();
    server.answer();
    await stopped;
  });
});

describeOnBothEngines("mails of one sender to one recipient", (stores) => {
  test("go in order across processes; others run in parallel", async () => {
    const url = await stores.fresh();
    const [one, two] = [await stores.open(url), await stores.open(url)];
    const went: string[] = [];
    let underWay = 0;
    let maxAtOnce = 0;
    let otherWent: () => void = () => undefined;
    // The first mail to the doctor finishes after the one to the nurse, which would wait forever if it were queued
    // behind it.
    const beside = new Promise<void>((resolve) => (otherWent = resolve));
    const server = await startSmtpServer({
      secure: true,
      onData(stream, session, callback) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", async () => {
          const isToDoctor = session.envelope.rcptTo[0]?.address === doctor;
          if (isToDoctor) maxAtOnce = Math.max(maxAtOnce, (underWay += 1));
          if (isToDoctor) await beside;
          else otherWent();
          if (isToDoctor) underWay -= 1;
          went.push((await readMail(Buffer.concat(parts))).message.subject);
          callback();
        });
      },
    });
    cleanUps.push(server.stop);
    const subjects = ["1", "2", "3", "4", "5"];
    for (const subject of subjects) await queueMail(one, [doctor], { subject });
    await queueMail(one, ["nurse@elsewhere.example"], { subject: "other" });
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    const processes = [lanesOf(one, sender, 2000, "one"), lanesOf(two, sender, 2000, "two")];
    await untilItHolds(async () => {
      await Promise.all(processes.map((lanes) => lanes.open()));
      expect(went).toHaveLength(6);
    });
    await Promise.all(processes.map((lanes) => lanes.close()));
    expect(went.filter((subject) => subject !== "other")).toEqual(subjects);
    expect(went[0]).toBe("other");
    expect(maxAtOnce).toBe(1);
    expect(await one.outgoingMail.countWaiting()).toBe(0);
  });
});
