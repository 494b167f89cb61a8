import { expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

/** A mail from lines of text; each character is one byte, as in latin1. */
function bytes(...lines: string[]): Uint8Array {
  return Buffer.from(lines.join("\r\n"), "latin1");
}

const head = [
  "From: Doctor <doctor@elsewhere.example>",
  "To: casey@direct.example",
  "Message-ID: <one@elsewhere>",
];

test("a mail without headers reads and gets its own key", async () => {
  const source = bytes("From: doctor@elsewhere.example", "", "Text");
  const { message, identity, recipients } = await readMail(source);
  expect(message).toMatchObject({
    sender: "doctor@elsewhere.example",
    subject: "",
    to: [],
    cc: [],
    createdTime: undefined,
    size: source.byteLength,
  });
  expect(message.textBody?.trim()).toBe("Text");
  expect(identity).toEqual({ messageId: undefined, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await readMail(source)).identity).toEqual(identity);
  expect(recipients).toEqual([]);
});

test("a mail that is no mail at all still reads", async () => {
  for (const source of [bytes(""), bytes("\0\x01\x02"), bytes("no header here"), bytes(...head)])
    expect((await readMail(source)).message.attachments).toEqual([]);
});

test("encoded words read in any charset, split anywhere", async () => {
  const { message } = await readMail(
    bytes(
      "From: =?iso-8859-1?Q?J=F6rg?= <joerg@elsewhere.example>",
      "To: =?UTF-8?B?w4RyenRpbg==?= <casey@direct.example>, Group: robin@direct.example, alex@direct.example;",
      "Subject: =?UTF-8?B?R3LDvA==?= =?UTF-8?B?w59l?=",
      " =?windows-1252?Q?_=80?=",
      "Date: Mon, 2 Nov 2026 10:15:00 +0100",
      "",
      "x",
    ),
  );
  expect(message).toMatchObject({
    sender: "Jörg <joerg@elsewhere.example>",
    to: ["Ärztin <casey@direct.example>", "robin@direct.example", "alex@direct.example"],
    subject: "Grüße €",
    createdTime: "2026-11-02T09:15:00.0000000",
  });
});

test("an 8-bit body reads in the charset that it names", async () => {
  const cases = [
    { charset: "iso-8859-1", body: "Gr\xfc\xdfe", text: "Grüße" },
    { charset: "windows-1252", body: "5 \x80", text: "5 €" },
    { charset: "koi8-r", body: "\xf0\xd2\xc9\xd7\xc5\xd4", text: "Привет" },
    { charset: "utf-8", body: "Gr\xc3\xbc\xc3\x9fe", text: "Grüße" },
    { charset: "shift_jis", body: "\x82\xa0", text: "あ" },
  ];
  for (const { charset, body, text } of cases) {
    const { message } = await readMail(
      bytes(
        ...head,
        `Content-Type: text/plain; charset=${charset}`,
        "Content-Transfer-Encoding: 8bit",
        "",
        body,
      ),
    );
    expect(message.textBody?.trim()).toBe(text);
  }
});

test("a bad charset loses only the letters it spoils", async () => {
  for (const charset of ["utf-8", "x-nobody-knows", '""']) {
    const { message } = await readMail(
      bytes(...head, `Content-Type: text/plain; charset=${charset}`, "", "before \xff\xfe after"),
    );
    expect(message.textBody).toContain("before");
    expect(message.textBody).toContain("after");
  }
});

test("nested parts give the text, the HTML and every attachment", async () => {
  const { message } = await readMail(
    bytes(
      ...head,
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="a"',
      "",
      "preamble",
      "--a",
      'Content-Type: multipart/related; boundary="b"',
      "",
      "--b",
      'Content-Type: multipart/alternative; boundary="c"',
      "",
      "--c",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Gr=C3=BC=C3=9Fe, a line that is =",
      "broken",
      "--c",
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("<p>Grüße</p>").toString("base64"),
      "--c--",
      "--b",
      "Content-Type: image/png",
      "Content-ID: <picture>",
      "Content-Transfer-Encoding: base64",
      "",
      "iVBORw0KGgo=",
      "--b--",
      "--a",
      "Content-Type: application/pdf",
      "Content-Disposition: attachment; filename*0*=UTF-8''Gr%C3%B6; filename*1*=%C3%9Fe; filename*2=.pdf",
      "Content-Transfer-Encoding: base64",
      "",
      "AP8B",
      "--a",
      "Content-Type: text/xml; name*=iso-8859-1'en'%A3%20rates.xml",
      "Content-Disposition: attachment",
      "",
      "<x/>",
      "--a--",
      "",
    ),
  );
  expect(message.textBody?.trim()).toBe("Grüße, a line that is broken");
  expect(message.htmlBody?.trim()).toBe("<p>Grüße</p>");
  expect(message.attachments.map(({ fileName, contentType }) => [fileName, contentType])).toEqual([
    ["attachment-1", "image/png"],
    ["Größe.pdf", "application/pdf"],
    ["£ rates.xml", "text/xml"],
  ]);
  expect([...(message.attachments[1]?.content ?? [])]).toEqual([0, 255, 1]);
});

test("a part that never ends gives what it has", async () => {
  const { message } = await readMail(
    bytes(
      ...head,
      "Content-Type: multipart/mixed; boundary=a",
      "",
      "--a",
      "Content-Type: text/plain",
      "",
      "cut of",
    ),
  );
  expect(message.textBody).toContain("cut of");
});

test("the recipients are those named and those delivered to", async () => {
  const { recipients } = await readMail(
    bytes(
      ...head,
      "Cc: robin@direct.example",
      "Delivered-To: alex@direct.example",
      "X-Original-To: <jordan@direct.example>",
      "",
      "x",
    ),
  );
  expect(recipients).toEqual([
    "casey@direct.example",
    "robin@direct.example",
    "alex@direct.example",
    "jordan@direct.example",
  ]);
});
