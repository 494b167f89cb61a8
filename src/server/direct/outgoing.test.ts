import { describe, expect, test, vi } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Store } from "#room/server/store/store.ts";
import { claimFor, givenUpAfter, pauseAfter, renewedEvery } from "./deliver-outgoing.ts";
import { readMail } from "./read-mail.ts";
import type { HandOver, MailSender } from "./send-mail.ts";
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

  describe("after a try that may have delivered it", () => {
    /** A try without an answer; what the notice says if the next one is the last. */
    async function noticeAfter(last: (store: Store) => Promise<number>) {
      const store = await stores.open();
      const silent = await silentServer();
      const { userId } = await send(store);
      vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(silent.received);
      await tryOnce(store, senderTo(silent.url));
      expect(await last(store)).toBe(1);
      expect(await store.outgoingMail.countWaiting()).toBe(0);
      const [summary] = await store.messages.summariesOf(userId);
      const notice = await store.messages.find(userId, summary?.messageId ?? 0);
      return `${notice?.subject}\n${notice?.textBody}`;
    }

    test("a day without success is not confirmed", async () => {
      const sender = senderTo("smtps://casey:right@127.0.0.1:1");
      const notice = await noticeAfter((store) => tryOnce(store, sender, 1000 + givenUpAfter));
      expect(notice).toContain("Not confirmed: Grüße");
      expect(notice).toContain(`to ${outside} was tried for a day`);
      expect(notice).toContain("it may have been");
    });

    test("a refusal is not confirmed, and says both", async () => {
      const server = await smtp();
      server.state.refuse = () => ({ code: 550, text: "No such mailbox here" });
      const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
      const notice = await noticeAfter((store) => tryOnce(store, sender, 1000 + pauseAfter(0)));
      expect(notice).toContain("Not confirmed: Grüße");
      expect(notice).toContain("No such mailbox here");
      expect(notice).toContain("That attempt may have delivered it");
    });
  });

  test("whose process died is not confirmed by a later refusal", async () => {
    const store = await stores.open();
    const server = await smtp();
    server.state.refuse = () => ({ code: 550, text: "No such mailbox here" });
    const { userId } = await send(store);
    await store.outgoingMail.claim({ owner: "dead", now: 1000, until: 5000, limit: 1 });
    await tryOnce(store, senderTo(`smtps://casey:right@127.0.0.1:${server.port}`), 5000);
    const summaries = await store.messages.summariesOf(userId);
    expect(summaries).toMatchObject([{ subject: "Not confirmed: Grüße" }]);
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
    expect(left).toMatchObject([{ mayHaveArrived: true }]);
    taken();
    await lanes.close();
    expect(await store.outgoingMail.countWaiting()).toBe(1);
    // A start takes it at once where there can be no other process.
    await store.outgoingMail.endClaims();
    const again = await store.outgoingMail.claim({ ...other, now: at + claimFor, until: at + 2 * claimFor });
    expect(again).toHaveLength(store.kind === "sqlite" ? 1 : 0);
  });

  test("is let go before another process may take it", async () => {
    const store = await stores.open();
    let at = 1000;
    await send(store);
    const signals: (AbortSignal | undefined)[] = [];
    const hangs: MailSender["send"] = (_mail, _message, { signal } = {}) =>
      new Promise((resolve) => {
        signals.push(signal);
        signal?.addEventListener("abort", () =>
          resolve({ kind: "later", mayHaveArrived: true, error: "let go", cause: "ABORT" }),
        );
      });
    const lanes = lanesOf(store, { send: hangs, close() {} }, () => at, "cut off");
    await lanes.open();
    await untilItHolds(() => expect(signals).toHaveLength(1));
    vi.spyOn(store.outgoingMail, "renew").mockRejectedValue(new Error("no database"));
    for (; at < 1000 + claimFor - renewedEvery; at += renewedEvery) await lanes.open();
    expect(signals[0]?.aborted).toBe(true);
    expect(at).toBeLessThan(1000 + claimFor);
    await lanes.close();
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
    if (mail) await one.outgoingMail.postpone(mail, "dead", { at: 1, error: "late", mayHaveArrived: false });
    expect(await one.outgoingMail.countWaiting()).toBe(0);
  });
});
