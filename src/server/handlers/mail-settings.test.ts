import { afterEach, expect, test } from "vitest";
import { createOutgoingLanes } from "#room/server/direct/deliver-outgoing.ts";
import { fetchMail } from "#room/server/direct/fetch-mail.ts";
import { testCertificate } from "#room/server/direct/test-certificate.ts";
import { startImapServer } from "#room/server/direct/test-imap-server.ts";
import { cleanUps, senderTo, smtp } from "#room/server/direct/test-mail-sender.ts";
import { outgoingLog as log } from "#room/server/direct/test-outgoing.ts";
import { mdn } from "#room/server/direct/test-reports.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { startTestServer } from "#room/server/test-server.ts";

const address = "casey@direct.example";

describeOnBothEngines("the mail service’s settings", (stores) => {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });

  async function start({ hasMail = true } = {}) {
    const [hisp, imap] = [await smtp(), await startImapServer()];
    cleanUps.push(imap.stop);
    const directSmtpUrl = `smtps://casey:right@127.0.0.1:${hisp.port}`;
    const url = `imaps://inbox:right@127.0.0.1:${imap.port}`;
    const mail = { DIRECT_SMTP_URL: directSmtpUrl, DIRECT_IMAP_URL: url };
    const server = await startTestServer(hasMail ? mail : {}, { databaseUrl: await stores.fresh() });
    cleanUps.push(server.stop);
    const { store } = server;
    await store.users.change("casey", { role: "administrator" });
    const ask = async (name: string, request: object = {}, as = "casey") => {
      const headers = { authorization: `Bearer ${await server.signIn(as)}` };
      const { status, body } = await server.post(`/json/reply/${name}Request`, request, headers);
      return { status, body, code: findRefusal(body)?.errorCode };
    };
    const now = () => new Date(server.clock.now);
    return {
      ask,
      hisp,
      server,
      steps: async () => {
        const { test } = (await ask("GetMailSettings")).body as {
          test: { steps: { name: string; state: string; reason?: string }[] };
        };
        return test.steps.map(({ name, state }) => `${name}: ${state}`);
      },
      handOver: async () => {
        const lanes = createOutgoingLanes({ store, sender: senderTo(directSmtpUrl), now, log, owner: "one" });
        await lanes.open();
        await lanes.close();
      },
      come: async (...letters: Buffer[]) => {
        for (const letter of letters) imap.put("inbox", letter);
        await fetchMail({ store, url, ca: testCertificate, now, log });
      },
    };
  }

  test("are changed by administrators alone, not over another change", async () => {
    const { ask, server } = await start({ hasMail: false });
    const chosen = { asksForNotices: false, noticeMinutes: 240 };
    for (const name of ["GetMailSettings", "TestMail"])
      expect((await ask(name, {}, "robin")).status).toBe(403);
    expect((await ask("SaveMailSettings", { version: 0, ...chosen }, "robin")).status).toBe(403);
    for (const noticeMinutes of [0, 1.5, 10_081])
      expect((await ask("SaveMailSettings", { version: 0, ...chosen, noticeMinutes })).status).toBe(400);
    const usual = { version: 0, asksForNotices: true, noticeMinutes: 60, goesOut: false, comesIn: false };
    expect((await ask("GetMailSettings")).body).toEqual(usual);
    expect((await ask("SaveMailSettings", { version: 0, ...chosen })).body).toEqual({ version: 1 });
    expect(await ask("SaveMailSettings", { version: 0, ...chosen })).toMatchObject({ status: 409 });
    expect((await ask("GetMailSettings")).body).toEqual({ ...usual, ...chosen, version: 1 });
    expect(await ask("TestMail")).toMatchObject({ status: 409, code: "NoMailService" });
    const rows = server.store.db
      .selectFrom("audit_entry")
      .select("subject")
      .where("action", "=", "changed mail");
    expect(await rows.execute()).toEqual([{ subject: "changed:asksForNotices,noticeMinutes" }]);
  });

  test("are tested by a mail out and back", async () => {
    const { ask, hisp, steps, handOver, come } = await start();
    expect((await ask("TestMail")).body).toEqual({ address });
    expect(await steps()).toEqual(["handed-over: waiting"]);
    await handOver();
    expect(await steps()).toEqual([
      "handed-over: done",
      "came-back: waiting",
      "processed: waiting",
      "delivered: waiting",
    ]);
    const source = hisp.taken[0]?.source ?? Buffer.from("");
    const about = /^Message-ID: <(.*)>/m.exec(source.toString())?.[1] ?? "";
    await come(source, mdn("processed", { about, recipient: address }));
    expect((await steps()).slice(1)).toEqual(["came-back: done", "processed: done", "delivered: waiting"]);
    await come(mdn("dispatched", { about, recipient: address }));
    expect((await steps()).at(-1)).toBe("delivered: done");
  });

  test("tell what a test has waited for in vain", async () => {
    const { ask, server, steps, handOver, hisp } = await start();
    await ask("SaveMailSettings", { version: 0, asksForNotices: true, noticeMinutes: 2 });
    await ask("TestMail");
    hisp.state.refuse = () => ({ code: 451, text: "Busy, come again" });
    await handOver();
    const { test } = (await ask("GetMailSettings")).body as { test: { steps: object[] } };
    expect(test.steps).toEqual([
      { name: "handed-over", state: "waiting", reason: expect.stringContaining("Busy, come again") },
    ]);
    hisp.state.refuse = () => undefined;
    server.clock.now += 60_000;
    await handOver();
    server.clock.now += 120_000;
    expect((await steps()).slice(1)).toEqual([
      "came-back: not-known",
      "processed: not-known",
      "delivered: not-known",
    ]);
    hisp.state.refuse = () => ({ code: 550, text: "No such mailbox" });
    await ask("SaveMailSettings", { version: 1, asksForNotices: false, noticeMinutes: 2 });
    await ask("TestMail");
    await handOver();
    expect(await steps()).toEqual(["handed-over: failed"]);
  });

  test("not to ask leaves the request out of the mail", async () => {
    const { ask, hisp, steps, handOver } = await start();
    await ask("SaveMailSettings", { version: 0, asksForNotices: false, noticeMinutes: 60 });
    await ask("TestMail");
    await handOver();
    expect(hisp.taken[0]?.source.toString()).not.toMatch(/disposition/i);
    expect(await steps()).toEqual(["handed-over: done", "came-back: waiting"]);
  });
});
