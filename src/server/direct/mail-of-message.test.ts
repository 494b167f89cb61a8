import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { expect, it } from "vitest";
import { mailOfMessage } from "./mail-of-message.ts";

it("writes no header of the sender's making", async () => {
  const addition = "\r\nBcc: mallory@evil.example\r\nX-Evil: 1";
  const message = {
    sender: "casey@direct.example",
    to: ["doctor@elsewhere.example"],
    cc: [],
    createdTime: undefined,
    subject: `Labs${addition}\r\n\r\nbody`,
    textBody: "Text",
    htmlBody: undefined,
    receivedAt: 1000,
    references: ["old@elsewhere.example", `asked@elsewhere.example${addition}`],
  };
  const file = {
    fileName: `../../a\u202Etxt.exe${addition}`,
    contentType: `text/plain${addition}`,
    content: Buffer.from("x"),
  };
  const mail = await new MailComposer(mailOfMessage(message, [file])).compile().build();
  expect(mail.toString()).not.toMatch(/^(?:bcc|x-evil):/im);
  expect(mail.toString()).toMatch(/filename="?atxt\.exe/);
  expect(mail.toString()).toContain("Subject: Labs Bcc: mallory@evil.example X-Evil: 1 body");
  const unfolded = mail.toString().replaceAll(/\r\n[ \t]+/g, " ");
  expect(unfolded).toMatch(/^References: <old@elsewhere\.example> <asked@elsewhere\.example/m);
  expect(unfolded).toMatch(/^In-Reply-To: <asked@elsewhere\.example/m);
});
