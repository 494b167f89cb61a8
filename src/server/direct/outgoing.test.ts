import { expect, test, vi } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Store } from "#room/server/store/store.ts";
import { claimFor, givenUpAfter, pauseAfter, renewedEvery } from "./deliver-outgoing.ts";
import { readMail } from "./read-mail.ts";
import type { HandOver } from "./send-mail.ts";
import { lanesOf, outgoingLog, queueMail, tryOnce, untilItHolds } from "./test-outgoing.ts";
import { outside, smtp, senderTo, silentServer, cleanUpAfterEach } from "./test-mail-sender.ts";

cleanUpAfterEach();

const send = (store: Store, outgoing: readonly string[] = [outside]) => queueMail(store, outgoing);

describeOnBothEngines("mail to elsewhere", (stores) => {
  test("refused for good comes back to its sender", async () => {
    const store = await stores.open();
    const server = await smtp();
    server.state.refuse = () => ({ code: 550, text: "No such mailbox here" });
    const { userId } = await send(store);
    expect(await tryOnce(store, senderTo(`smtps://casey:right@127.0.0.1:${server.port}`))).toBe(1);
    expect(server.taken).toEqual([]);
    expect(await store.outgoingMail.countWaiting()).toBe(0);
    const [summary] = await store.messages.summariesOf(userId);
    expect(summary).toMatchObject({ subject: "Not delivered: Grüße", sender: "postmaster@direct.example" });
    const notice = await store.messages.find(userId, summary?.messageId ?? 0);
    expect(notice?.textBody).toContain(outside);
    expect(notice?.textBody).toContain("No such mailbox here");
    expect(notice?.size).toBeGreaterThan(300);
  });

  test("waits with growing pauses, given up after a day", async () => {
    const store = await stores.open();
    const { userId } = await send(store);
    const sender = senderTo("smtps://casey:right@127.0.0.1:1");
    let at = 1000;
    let tries = 0;
    for (; (await store.outgoingMail.countWaiting()) === 1; tries += 1) {
      expect(await tryOnce(store, sender, at)).toBe(1);
      expect(await tryOnce(store, sender, at + pauseAfter(tries) - 1)).toBe(0);
      at += pauseAfter(tries);
    }
    expect(at).toBeGreaterThan(givenUpAfter);
    expect(tries).toBeLessThan(20);
    const summaries = await store.messages.summariesOf(userId);
    expect(summaries).toMatchObject([{ subject: "Not delivered: Grüße" }]);
    const notice = await store.messages.find(userId, summaries[0]?.messageId ?? 0);
    expect(notice?.textBody).toContain(`was not delivered to ${outside}. We tried for a day`);
  });

  test("that may have arrived is never sent again", async () => {
    const store = await stores.open();
    const silent = await silentServer();
    const { userId } = await send(store);
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(silent.received);
    const sender = senderTo(silent.url);
    expect(await tryOnce(store, sender)).toBe(1);
    expect(await tryOnce(store, sender, 1000 + pauseAfter(0))).toBe(0);
    expect(await store.outgoingMail.countWaiting()).toBe(0);
    const [summary] = await store.messages.summariesOf(userId);
    const notice = await store.messages.find(userId, summary?.messageId ?? 0);
    expect(notice?.subject).toBe("Not confirmed: Grüße");
    expect(notice?.textBody).toContain(`to ${outside} was sent, but the mail service did not confirm`);
  });

  test("whose process died before its end is sent by another", async () => {
    const store = await stores.open();
    const server = await smtp();
    await send(store);
    await store.outgoingMail.claim({ owner: "dead", now: 1000, until: 5000, limit: 1 });
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    expect(await tryOnce(store, sender, 4999)).toBe(0);
    expect(await tryOnce(store, sender, 5000)).toBe(1);
    expect(server.taken).toHaveLength(1);
  });

  test("whose process died after its end is not confirmed", async () => {
    const store = await stores.open();
    const server = await smtp();
    const { userId } = await send(store);
    const claim = { owner: "dead", now: 1000, until: 5000 };
    const [mail] = await store.outgoingMail.claim({ ...claim, limit: 1 });
    expect(mail && (await store.outgoingMail.mayEnd(mail, claim))).toBe(true);
    const later = 1000 + 5 * claimFor;
    expect(await tryOnce(store, senderTo(`smtps://casey:right@127.0.0.1:${server.port}`), later)).toBe(1);
    expect(server.taken).toEqual([]);
    const summaries = await store.messages.summariesOf(userId);
    expect(summaries).toMatchObject([{ subject: "Not confirmed: Grüße" }]);
  });

  test("is not ended by who no longer has it", async () => {
    const store = await stores.open();
    const server = await smtp();
    await send(store);
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    let at = 1000;
    const { mayEnd } = store.outgoingMail;
    // A process that slept so long before the end that another took and sent it.
    vi.spyOn(store.outgoingMail, "mayEnd").mockImplementationOnce(async (...asked) => {
      at += claimFor;
      expect(await tryOnce(store, sender, at, "other")).toBe(1);
      return mayEnd(...asked);
    });
    await tryOnce(store, sender, () => at, "slow");
    expect(server.taken).toHaveLength(1);
    expect(await store.outgoingMail.countWaiting()).toBe(0);
  });

  test("stays with its process while that lives", async () => {
    const store = await stores.open();
    let at = 1000;
    await send(store);
    let taken = () => {};
    const hangs = vi.fn(() => new Promise<HandOver>((resolve) => (taken = () => resolve({ kind: "sent" }))));
    const lanes = lanesOf(store, { send: hangs, close() {} }, () => at, "alive");
    await lanes.open();
    await untilItHolds(() => expect(hangs).toHaveBeenCalledOnce());
    const other = { owner: "other", limit: 1 };
    for (; at < 5 * claimFor; at += renewedEvery) {
      await lanes.open();
      expect(await store.outgoingMail.claim({ ...other, now: at, until: at + claimFor })).toEqual([]);
    }
    // Killed: it renews no more.
    const left = await store.outgoingMail.claim({ ...other, now: at + claimFor, until: at + 2 * claimFor });
    expect(left).toMatchObject([{ mayHaveArrived: false }]);
    taken();
    await lanes.close();
    expect(await store.outgoingMail.countWaiting()).toBe(1);
    // A start takes it at once where there can be no other process.
    await store.outgoingMail.endClaims();
    const again = await store.outgoingMail.claim({ ...other, now: at + claimFor, until: at + 2 * claimFor });
    expect(again).toHaveLength(store.kind === "sqlite" ? 1 : 0);
  });

  test("waiting for a sign-in is logged without names", async () => {
    const store = await stores.open();
    const server = await smtp();
    await send(store);
    const warn = vi.spyOn(outgoingLog, "warn");
    await tryOnce(store, senderTo(`smtps://casey:wrong@127.0.0.1:${server.port}`));
    expect(warn.mock.calls).toMatchObject([[{ attempts: 1, cause: "EAUTH 535" }, expect.any(String)]]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain("@");
  });

  test("goes out once, over TLS and whole, after an outage", async () => {
    const store = await stores.open();
    const server = await smtp();
    server.state.refuse = () => ({ code: 451, text: "Busy, come again" });
    await send(store, [outside, "nurse@elsewhere.example"]);
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    expect(await tryOnce(store, sender)).toBe(2);
    expect(server.taken).toEqual([]);
    server.state.refuse = () => undefined;
    const later = 1000 + pauseAfter(0);
    expect(await tryOnce(store, sender, later)).toBe(2);
    expect(await tryOnce(store, sender, later + givenUpAfter)).toBe(0);
    expect(server.taken.map(({ to }) => to[0]).toSorted()).toEqual([outside, "nurse@elsewhere.example"]);
    const [first, second] = server.taken;
    expect(first).toMatchObject({ from: "casey@direct.example", user: "casey", isEncrypted: true });
    const { message, identity } = await readMail(first?.source ?? Buffer.from(""));
    expect(message).toMatchObject({
      sender: "casey@direct.example",
      to: [outside, "nurse@elsewhere.example"],
      subject: "Grüße",
    });
    expect(message.textBody?.trim()).toBe("Text");
    expect(message.attachments).toMatchObject([{ fileName: "Größe.pdf", contentType: "application/pdf" }]);
    expect([...(message.attachments[0]?.content ?? [])]).toEqual([0, 255, 10]);
    expect((await readMail(second?.source ?? Buffer.from(""))).identity).toEqual(identity);
  });

  test("leaves once by many processes, one of which died", async () => {
    const url = await stores.fresh();
    const [one, two] = [await stores.open(url), await stores.open(url)];
    const server = await smtp();
    const recipients = Array.from({ length: 10 }, (_, index) => `r${index}@elsewhere.example`);
    await send(one, recipients);
    // A process that claimed some and was killed.
    const claimed = await one.outgoingMail.claim({ owner: "dead", now: 1000, until: 5000, limit: 4 });
    expect(claimed).toHaveLength(4);
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    const all = (store: Store, owner: string, at: number) =>
      Promise.all([0, 1, 2].map((turn) => tryOnce(store, sender, at, `${owner}${turn}`)));
    await Promise.all([all(one, "a", 1000), all(two, "b", 1000)]);
    expect(server.taken).toHaveLength(6);
    await Promise.all([all(one, "a", 5000), all(two, "b", 5000)]);
    expect(server.taken.map(({ to }) => to[0]).toSorted()).toEqual(recipients);
    // The killed process can no longer report results.
    const [mail] = claimed;
    if (mail) await one.outgoingMail.postpone(mail, "dead", { at: 1, error: "late" });
    expect(await one.outgoingMail.countWaiting()).toBe(0);
  });
});
