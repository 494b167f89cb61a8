import { expect, test } from "vitest";
import { describeOnBothEngines } from "./test-stores.ts";

const message = {
  sender: "a@b.example",
  to: [],
  cc: [],
  createdTime: undefined,
  subject: "Old",
  textBody: undefined,
  htmlBody: undefined,
  attachments: [],
  size: 1,
  receivedAt: 0,
};

describeOnBothEngines("outgoing mail", (stores) => {
  test("queued while the clock was ahead leaves after its correction", async () => {
    const { messages, outgoingMail } = await stores.open();
    const receivedAt = 30 * 24 * 3_600_000;
    await messages.deliver({ ...message, receivedAt }, { mailboxes: [], outgoing: ["a@c.example"] });
    const mails = await outgoingMail.claim({ owner: "one", now: 1, until: 2, limit: 2 });
    expect(mails).toMatchObject([{ recipient: "a@c.example" }]);
    expect(await outgoingMail.claim({ owner: "two", now: 1, until: 2, limit: 2 })).toEqual([]);
  });
});

describeOnBothEngines("outgoing mail of an earlier version", (stores) => {
  test("still running beside this one has a Message-ID", async () => {
    const { messages, outgoingMail, db } = await stores.open();
    await messages.deliver(message, { mailboxes: [], outgoing: ["a@c.example"] });
    await db.updateTable("outgoing_mail").set({ mail_id: null }).execute();
    const mails = await outgoingMail.claim({ owner: "one", now: 1, until: 2, limit: 2 });
    expect(mails[0]?.mailId).toMatch(/^visit-console\.\d+\.0@b\.example$/);
  });
});
