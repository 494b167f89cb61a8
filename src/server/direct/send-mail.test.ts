import { describe, expect, test } from "vitest";
import { createMailSender } from "./send-mail.ts";
import { startSmtpServer } from "./test-smtp-server.ts";
import { outside, smtp, senderTo, cleanUps, cleanUpAfterEach } from "./test-mail-sender.ts";

cleanUpAfterEach();

describe("a hand-over", () => {
  const mail = {
    outgoingId: 1,
    messageId: 1,
    sender: "casey@direct.example",
    senderUserId: 1,
    recipient: outside,
    attempts: 0,
    queuedAt: 0,
    mayHaveArrived: false,
    mailId: "9.1@direct.example",
  };
  const message = {
    messageId: 1,
    sender: "casey@direct.example",
    to: [outside],
    cc: [],
    createdTime: undefined,
    subject: "s",
    textBody: "t",
    htmlBody: undefined,
    attachments: [],
    references: [],
    size: 1,
    receivedAt: 1,
  };

  test("without TLS is not made", async () => {
    const server = await smtp({ secure: false, disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
    const outcome = await senderTo(`smtp://casey:right@127.0.0.1:${server.port}`).send(mail, message);
    expect(outcome).toMatchObject({ kind: "later", mayHaveArrived: false });
    expect(server.taken).toEqual([]);
  });

  test("to a server with an unknown certificate is not made", async () => {
    const server = await smtp();
    const sender = createMailSender(`smtps://casey:right@127.0.0.1:${server.port}`);
    cleanUps.push(() => sender.close());
    expect(await sender.send(mail, message)).toMatchObject({ kind: "later", mayHaveArrived: false });
    expect(server.taken).toEqual([]);
  });

  test("with a wrong sign-in waits, as settings can be mended", async () => {
    const server = await smtp();
    const outcome = await senderTo(`smtps://casey:wrong@127.0.0.1:${server.port}`).send(mail, message);
    expect(outcome).toMatchObject({ kind: "later", mayHaveArrived: false });
  });

  test("refused before the mail is named only waits", async () => {
    const closed = await smtp({
      secure: true,
      onConnect: (_session, callback) =>
        callback(Object.assign(new Error("No service"), { responseCode: 554 })),
    });
    const outcome = await senderTo(`smtps://casey:right@127.0.0.1:${closed.port}`).send(mail, message);
    expect(outcome).toMatchObject({ kind: "later", cause: "EPROTOCOL 554" });
    const open = await smtp();
    const unknown = await senderTo(`smtps://127.0.0.1:${open.port}`).send(mail, message);
    expect(unknown).toMatchObject({ kind: "later", cause: "EENVELOPE 530" });
  });

  test("refused for good is told in the server’s words", async () => {
    const server = await smtp();
    server.state.refuse = () => ({ code: 550, text: "No such mailbox" });
    const outcome = await senderTo(`smtps://casey:right@127.0.0.1:${server.port}`).send(mail, message);
    expect(outcome).toEqual({ kind: "never", error: "550 No such mailbox", cause: "EENVELOPE 550" });
  });

  test("never answered ends by its signal, keeping the Message-ID", async () => {
    const keys: string[] = [];
    const ended = new AbortController();
    const server = await smtp({
      secure: true,
      onData(stream, _session, callback) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          keys.push(/^Message-ID: .*$/m.exec(Buffer.concat(parts).toString())?.[0] ?? "");
          if (keys.length > 1) callback();
          else ended.abort();
        });
      },
    });
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    const unanswered = await sender.send(mail, message, { signal: ended.signal });
    expect(unanswered).toMatchObject({ kind: "later", mayHaveArrived: true });
    expect(await sender.send(mail, message)).toEqual({ kind: "sent" });
    expect(keys[0]).toMatch(/^Message-ID: </);
    expect(keys[1]).toBe(keys[0]);
  });

  test("that may not end delivers nothing", async () => {
    const server = await smtp();
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${server.port}`);
    for (const mayEnd of [async () => false, () => Promise.reject(new Error("no database"))]) {
      const outcome = await sender.send(mail, message, { mayEnd });
      expect(outcome).toMatchObject({ kind: "later", mayHaveArrived: false });
    }
    expect(server.taken).toEqual([]);
  });

  test("ended early or by refusal has delivered nothing", async () => {
    const cut = new AbortController();
    const cutting = await smtp({
      secure: true,
      onData: (stream) => void stream.once("data", () => cut.abort()),
    });
    const large = { ...message, textBody: "line\r\n".repeat(4_000_000) };
    const sender = senderTo(`smtps://casey:right@127.0.0.1:${cutting.port}`);
    const halfway = await sender.send(mail, large, { signal: cut.signal });
    expect(halfway).toMatchObject({ kind: "later", cause: "EABORT", mayHaveArrived: false });
    const busy = await smtp({
      secure: true,
      onData: (stream, _session, callback) =>
        stream
          .resume()
          .on("end", () => callback(Object.assign(new Error("Disk full"), { responseCode: 452 }))),
    });
    const refused = await senderTo(`smtps://casey:right@127.0.0.1:${busy.port}`).send(mail, message);
    expect(refused).toMatchObject({ kind: "later", cause: "EMESSAGE 452", mayHaveArrived: false });
  });

  test("to a server that vanishes with the mail stays open", async () => {
    const server = await startSmtpServer({
      secure: true,
      onData: (stream) => stream.resume().on("end", () => void server.stop()),
    });
    const outcome = await senderTo(`smtps://casey:right@127.0.0.1:${server.port}`).send(mail, message);
    expect(outcome).toMatchObject({ kind: "later", cause: "EMESSAGE 421", mayHaveArrived: true });
  });

  test("by STARTTLS is encrypted", async () => {
    const server = await smtp({ secure: false });
    const outcome = await senderTo(`smtp://casey:right@127.0.0.1:${server.port}`).send(mail, message);
    expect(outcome).toEqual({ kind: "sent" });
    expect(server.taken).toMatchObject([{ isEncrypted: true }]);
  });
});
