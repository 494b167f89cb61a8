import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testCertificate } from "#room/server/direct/test-certificate.ts";
import { startImapServer } from "#room/server/direct/test-imap-server.ts";
import { startSmtpServer } from "#room/server/direct/test-smtp-server.ts";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

test("mail waits out a restart, leaves once; its failure returns", async ({ page }) => {
  const ca = join(mkdtempSync(join(tmpdir(), "direct-ca-")), "ca.pem");
  writeFileSync(ca, testCertificate);
  const smtp = await startSmtpServer();
  smtp.state.refuse = (recipient) =>
    recipient.startsWith("ghost@") ? { code: 550, text: "No such mailbox" } : undefined;
  const imap = await startImapServer();
  const server = new ServerProcess({
    DIRECT_SMTP_URL: `smtps://casey:right@127.0.0.1:${smtp.port}`,
    DIRECT_IMAP_URL: `imaps://inbox:right@127.0.0.1:${imap.port}`,
    DIRECT_TLS_CA: ca,
    DIRECT_POLL_SECONDS: "1",
  });
  try {
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const session = { loggedInUser: "casey", sessionKey: wire.sessionId };
    const subjects = async () => {
      const { summaries } = await wire.call("listMessageSummaries", session);
      return summaries.map(({ subject }) => subject);
    };
    const to = ["doctor@elsewhere.example", "ghost@elsewhere.example"];
    const sent = await wire.call("sendMessage", {
      ...session,
      email: { to, subject: "Papers", textBody: "x" },
    });
    expect(sent).toMatchObject({ hasError: false });
    await server.stop("SIGKILL");
    await server.start();
    imap.put(
      "inbox",
      Buffer.from(
        "From: doctor@elsewhere.example\r\nTo: casey@direct.example\r\nSubject: Answer\r\n\r\nText\r\n",
      ),
    );
    await expect.poll(subjects, { timeout: 20_000 }).toContain("Not delivered: Papers");
    await expect.poll(subjects, { timeout: 20_000 }).toContain("Answer");
    // Large enough to be parsed in its own thread.
    const scan = randomBytes(768 * 1024).toString("base64");
    imap.put(
      "inbox",
      Buffer.from(
        `To: casey@direct.example\r\nSubject: Scan\r\nContent-Type: application/pdf; name="s.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${scan.replaceAll(/.{76}/g, "$&\r\n")}\r\n`,
      ),
    );
    await expect.poll(subjects, { timeout: 20_000 }).toContain("Scan");
    const { summaries } = await wire.call("listMessageSummaries", session);
    const messageId = summaries.find(({ subject }) => subject === "Scan")?.messageId;
    const { email } = await wire.call("getMessage", { ...session, messageId: messageId ?? 0 });
    expect(email?.attachments?.[0]).toMatchObject({ fileName: "s.pdf", base64: scan });
    await expect.poll(() => smtp.taken.map((mail) => mail.to[0])).toEqual(["doctor@elsewhere.example"]);

    await test.step("an administrator tests the mail service, step by step", async () => {
      await enter(page, server.url, "/admin/clinic");
      await page.getByLabel("Minutes to wait for an answer").fill("0");
      await page.getByRole("button", { name: "Save mail settings" }).click();
      await expect(page.getByText("Enter whole minutes")).toBeVisible();
      await page.getByLabel("Minutes to wait for an answer").fill("90");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Send a test message" }).click();
      const step = (words: string) => page.getByRole("listitem").filter({ hasText: words });
      await expect(step("Handed over to your mail service")).toContainText("202", { timeout: 20_000 });
      imap.put("inbox", smtp.taken.at(-1)?.source ?? Buffer.from(""));
      await expect(step("Came back into your mailbox")).toContainText("202", { timeout: 20_000 });
      await expect(step("Your provider said: delivered")).toContainText("waiting");
      await expectAccessible(page);
    });
    await test.step("a notice names the message it is about", async () => {
      await page.goto(`${server.url}/messages`);
      await page.getByRole("row", { name: /Not delivered: Papers/ }).click();
      await page.getByRole("link", { name: "Papers", exact: true }).click();
      const letter = page.getByRole("dialog", { name: "Papers" });
      await expect(letter.getByText("They said: “550 No such mailbox”")).toBeVisible();
    });
    await server.stop();
  } finally {
    await server.dispose();
    await smtp.stop();
    await imap.stop();
  }
});
