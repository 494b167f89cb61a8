import { afterEach } from "vitest";
import { createMailSender, type MailSender } from "./send-mail.ts";
import { testCertificate } from "./test-certificate.ts";
import { startSmtpServer } from "./test-smtp-server.ts";

export const outside = "doctor@elsewhere.example";

export const cleanUps: (() => unknown)[] = [];

/** After each test of a file. */
export function cleanUpAfterEach(): void {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
}

export async function smtp(...parameters: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...parameters);
  cleanUps.push(server.stop);
  return server;
}

export function senderTo(url: string): MailSender {
  const sender = createMailSender(url, { ca: testCertificate });
  cleanUps.push(() => sender.close());
  return sender;
}

/** A server that accepts a mail and never replies; the signal fires when it has received the whole mail. */
export async function silentServer() {
  const received = new AbortController();
  const server = await smtp({
    secure: true,
    onData: (stream) => stream.resume().on("end", () => received.abort()),
  });
  return { received: received.signal, url: `smtps://casey:right@127.0.0.1:${server.port}` };
}
