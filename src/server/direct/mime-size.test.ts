import * as fc from "fast-check";
import MailComposer from "nodemailer/lib/mail-composer";
import { expect, test } from "vitest";
import { mailOfMessage, mimeSize } from "./mail-of-message.ts";

test("the counted size is that of the mail made", async () => {
  const attachment = fc.record({
    fileName: fc.constantFrom("papers.txt", "Größe.pdf", 'a "b".xml'),
    contentType: fc.constantFrom(
      "text/plain",
      "application/pdf",
      "text/xml",
      "multipart/mixed",
      "Message/RFC822",
      "no type",
      "a/b\r\nX-Header: injected",
    ),
    content: fc.uint8Array({ maxLength: 400 }),
  });
  const message = fc.record({
    sender: fc.constant("casey@direct.example"),
    to: fc.constant(["robin@direct.example"]),
    cc: fc.constantFrom([], ["alex@direct.example"]),
    createdTime: fc.constant(undefined),
    subject: fc.string({ maxLength: 60 }),
    textBody: fc.option(fc.string({ maxLength: 300 }), { nil: undefined }),
    htmlBody: fc.option(fc.constant("<p>Grüße</p>"), { nil: undefined }),
    attachments: fc.array(attachment, { maxLength: 3 }),
    receivedAt: fc.constant(Date.parse("2026-11-02T09:15:00Z")),
  });
  await fc.assert(
    fc.asyncProperty(message, async (sample) => {
      const attachments = sample.attachments.map((one) => ({ ...one, content: Buffer.from(one.content) }));
      const mail = await new MailComposer(mailOfMessage(sample, attachments)).compile().build();
      expect(await mimeSize(sample)).toBe(mail.byteLength);
      expect(mail.toString()).not.toMatch(/^X-Header/im);
    }),
  );
});
