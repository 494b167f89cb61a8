import { expect, expectAccessible, enter, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { compose, discardDrafts, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";
import { addressOf } from "#e2e/server-process.ts";

test("a message is checked at its fields before it leaves", async ({ page, server }) => {
  await test.step("an empty message is refused at its fields, nothing sent", async () => {
    await compose(page, server.url);
    await send(page).click();
    await expect(page.getByText("Add at least one recipient.")).toBeVisible();
    await expect(page.getByText("Write a message or attach a file.")).toBeVisible();
    const to = page.getByLabel("To", { exact: true });
    await expect(to).toBeFocused();
    // Content in one field changes another field's error.
    await page.getByLabel("Cc", { exact: true }).fill(addressOf("casey"));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Add someone under To.")).toBeVisible();
    await to.fill("nobody");
    await page.getByLabel("Subject").click();
    await expect(page.getByText("“nobody” has no @.")).toBeVisible();
    await to.press("Backspace");
    await to.fill(addressOf("robin"));
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
    await expectAccessible(page);
  });
  await test.step("colleagues are offered; addresses are pasted in any form, checked", async () => {
    needs("addresses that are checked, and the clinic’s");
    await compose(page, server.url);
    await page.getByLabel("To", { exact: true }).pressSequentially("qui");
    await expect(page.getByRole("option", { name: addressOf("quinn"), selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${addressOf("quinn")}` })).toBeVisible();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        "text/plain",
        `"Park, Ines" <ines@direct.x.example>; bo@direct.x.example\nines@direct.x.example, s@gmail.com`,
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(page.getByRole("button", { name: /^Remove .+@/ })).toHaveCount(4);
    await expect(page.getByText("gmail.com can’t be reached", { exact: false })).toBeVisible();
    await page.keyboard.press("Backspace");
    await expect(page.getByRole("button", { name: /^Remove .+@/ })).toHaveCount(3);
  });
  await test.step("a link's parameters are read once, then removed", async () => {
    await compose(page, server.url, "?to=robin%40direct.example&subject=About%20a%20patient");
    await expect(page).toHaveURL(/\/messages\/compose\?draft=[0-9a-f]{32}$/);
    await expect(page.getByLabel("Subject")).toHaveValue("About a patient");
    await expect(page.getByRole("button", { name: "Remove robin@direct.example" })).toBeVisible();
    await expect(page).toHaveTitle(/^(?!.*patient)/);
  });
  await test.step("asks once about a missing attachment and an empty subject", async () => {
    await compose(page, server.url);
    await write(page, { subject: "", text: "See the attached report" });
    await send(page).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("There is no subject.")).toBeVisible();
    await expect(
      question.getByText("Your message mentions an attachment, but nothing is attached."),
    ).toBeVisible();
    await question.getByRole("button", { name: "Go back" }).click();
    await send(page).click();
    await question.getByRole("button", { name: "Send anyway" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await send(page).click();
    await expect(page.getByText(/Sends in/)).toBeVisible();
  });
});

test("what is written arrives: text, HTML, files, plain text", async ({ page, server }) => {
  await test.step("a message has its text and its HTML, sanitized", async () => {
    await compose(page, server.url);
    await write(page, { subject: "Both bodies", text: "" });
    await page.getByLabel("Message", { exact: true }).click();
    await page.keyboard.type("Hello ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("Ada");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Bulleted list" }).click();
    await page.keyboard.type("one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    const email = await readOf(server.url, "robin", "Both bodies");
    expect(email?.textBody).toBe("Hello Ada\n\n- one\n- two");
    expect(email?.htmlBody).toContain("<b>Ada</b>");
    expect(email?.htmlBody).toMatch(/<ul><li>one<\/li><li>two<\/li><\/ul>/);
    expect(email?.htmlBody).not.toMatch(/style|class|<span/);
  });
  await test.step("files attach by paste and drag; pasted HTML is sanitized", async () => {
    await compose(page, server.url);
    await page.getByLabel("Message", { exact: true }).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["one"], "scan.txt", { type: "text/plain" }));
      const target = document.activeElement;
      target?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(page.getByText("scan.txt", { exact: true })).toBeVisible();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["two"], "scan.txt", { type: "text/plain" }));
      const target = document.activeElement;
      target?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await expect(page.getByText("scan (2).txt", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveText("");
    await page.getByRole("button", { name: "Remove scan.txt" }).click();
    await expect(page.getByText("scan.txt", { exact: true })).toBeHidden();

    await page.getByLabel("Message", { exact: true }).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        "text/html",
        `<p style="color:red" onclick="x()">Pasted <b>bold</b><img src="https://x.example/p.png"><script>window.ranHostile=1</script></p>`,
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    const editor = page.getByLabel("Message", { exact: true });
    await expect(editor).toHaveText("Pasted bold");
    expect(await editor.innerHTML()).not.toMatch(/style|onclick|img|script/);
  });
  await test.step("plain text goes without HTML; its reader is offered again", async () => {
    await compose(page, server.url);
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("menuitemradio", { name: "Plain text only" }).click();
    await write(page, {
      to: `Robin Reed <${addressOf("robin")}>`,
      subject: "Plain alone",
      text: "Just text\nand more",
    });
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    const email = await readOf(server.url, "robin", "Plain alone");
    expect(email?.textBody).toBe("Just text\nand more");
    expect(email?.htmlBody ?? "").toBe("");

    await page.getByRole("button", { name: "Write another" }).click();
    await page.getByLabel("To", { exact: true }).pressSequentially("ree");
    // The only match is what Enter takes, and is marked so.
    await expect(page.getByRole("option", { name: /Robin Reed/, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${addressOf("robin")}` })).toBeVisible();
  });
});

test("an original is beside its reply, and within its forwarding", async ({ page, server }) => {
  await test.step("a reply opens next to its original, and leads back", async () => {
    needs("messages that can be read");
    await discardDrafts(server.url);
    const robin = await robinOf(server.url);
    const messageId = await deliver(robin, "To answer", {
      textBody: "Was the visit of Monday billed?",
      attachments: [
        { fileName: "a.txt", contentType: "text/plain", base64: Buffer.from("hello").toString("base64") },
      ],
    });
    const drafts = page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: /^Drafts/ });
    const original = page.getByRole("region", { name: "Original message" });
    const message = page.getByLabel("Message", { exact: true });
    await enter(page, server.url, `/messages/${messageId}?show=attachments`);
    // The list begins with the same words once it has been read.
    const pane = page.getByRole("region", { name: "Reading pane" });
    await expect(pane.getByText("Was the visit of Monday billed?")).toBeVisible();
    await page.keyboard.press("f");
    await expect(page.getByRole("heading", { name: "Forward: To answer" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove a.txt" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove a.txt" })).toBeVisible();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/messages/${messageId}?show=attachments`);
    const reply = page.getByRole("button", { name: "Reply", exact: true });
    await expect(reply).toBeVisible();
    await page.keyboard.press("r");
    await expect(page.getByRole("heading", { name: "Reply to robin@direct.example" })).toBeVisible();
    await expect(message).toBeFocused();
    await expect(original.getByText("Was the visit of Monday billed?")).toBeVisible();
    const beside = await original.boundingBox();
    const written = await message.boundingBox();
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(written?.x ?? 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(original.getByText("Was the visit of Monday billed?")).toBeInViewport();
    await expect(page.getByLabel("Subject")).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await expect(drafts).toHaveText("Drafts ");
    await expect(reply).toBeVisible();
    await page.keyboard.press("r");
    await expect(message).toBeFocused();
    await page.keyboard.type("Yes, it was.");
    await page.keyboard.press("Escape");
    await expect(drafts).toHaveText("Drafts 1");
    await drafts.click();
    await page.getByRole("button", { name: "Re: To answer" }).click();
    await expect(page.getByRole("heading", { name: "Reply to robin@direct.example" })).toBeVisible();
    await expect(original.getByText("Was the visit of Monday billed?")).toBeVisible();
    await expect(message).toContainText("Yes, it was.");
  });
  await test.step("a forwarded message takes its text and its files along", async () => {
    needs("messages that can be read");
    const robin = await robinOf(server.url);
    const fileName = `${"a".repeat(100)}.txt`;
    const scan = Buffer.alloc(300, 7).toString("base64");
    const messageId = await deliver(robin, "To forward", {
      htmlBody: `<p>Read <b>this</b> <a href="https://portal.example/">there</a><img src="data:image/png;base64,${scan}"></p>`,
      textBody: "Read this",
      attachments: [{ fileName, contentType: "text/plain", base64: Buffer.from("hello").toString("base64") }],
    });
    await enter(page, server.url, `/messages/${messageId}`);
    await page.getByRole("button", { name: "Forward" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Fwd: To forward");
    await expect(page.getByRole("button", { name: "Remove picture-1.png" })).toBeVisible();
    const widths = page
      .getByTitle(fileName)
      .evaluate((name) => [name, name.parentElement].map((each) => each?.clientWidth ?? 0));
    expect((await widths)[0]).toBeLessThan((await widths)[1] ?? 0);
    await page.getByLabel("To", { exact: true }).fill(addressOf("robin"));
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    const email = await readOf(server.url, "robin", "Fwd: To forward");
    expect(email?.htmlBody).toContain("<b>this</b>");
    expect(email?.textBody).toContain("Forwarded message");
    expect(email?.attachments).toMatchObject([{ fileName }, { fileName: "picture-1.png", base64: scan }]);
  });
});

test("drafts outlast Escape, discarding and a reload", async ({ signedInPage: page, server }) => {
  await test.step("the composer opens over any page and keeps its draft", async () => {
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New message" });
    await dialog.getByLabel("To", { exact: true }).fill(addressOf("robin"));
    await dialog.getByLabel("Subject").fill("Over the visits");
    await expect(dialog.getByText("Draft saved")).toBeVisible();
    await expect(page).toHaveURL(/\/visits/);
    await dialog.getByRole("button", { name: "Close" }).click();
    await go(page, "/messages?folder=drafts");
    await expect(page.getByRole("button", { name: "Over the visits" })).toBeVisible();
  });
  await test.step("drafts save themselves, outlast Escape, and return after discarding", async () => {
    await compose(page, server.url);
    await write(page, { subject: "Kept draft" });
    await expect(page.getByText("Draft saved")).toBeVisible();
    // Ctrl+Enter sends from the letter itself, not from its dialogs and menus.
    await page.getByRole("button", { name: "Insert a code" }).click();
    await page.getByRole("dialog").getByLabel("Code or words").press("Control+Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("menuitemradio", { name: "Rich text" }).press("Control+Enter");
    await page.keyboard.press("Escape");
    await page.getByLabel("Subject").fill("Kept draft, left by Escape");
    await page.getByLabel("Message", { exact: true }).press("Escape");
    await expect(page).toHaveURL(/\/messages$/);
    await page
      .getByRole("navigation", { name: "Folders" })
      .getByRole("link", { name: /^Drafts/ })
      .click();
    const drafts = page.getByRole("table", { name: "Drafts" });
    await drafts
      .getByRole("row", { name: /Kept draft/ })
      .getByRole("button", { name: "Discard" })
      .click();
    await expect(drafts.getByRole("row", { name: /Kept draft/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await drafts.getByRole("button", { name: "Kept draft, left by Escape" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Kept draft, left by Escape");
  });
  await test.step("attached files survive a reload and arrive whole", async () => {
    await compose(page, server.url);
    await write(page, { subject: "With a file", text: "attached" });
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 256));
    await page
      .getByLabel("Attach files")
      .setInputFiles([{ name: "..\\scan.bin", mimeType: "application/octet-stream", buffer: bytes }]);
    await expect(page.getByText("scan.bin", { exact: true })).toBeVisible();
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Subject")).toHaveValue("With a file");
    await expect(page.getByText("scan.bin", { exact: true })).toBeVisible();
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    const email = await readOf(server.url, "robin", "With a file");
    expect(Buffer.from(email?.attachments?.[0]?.base64 ?? "", "base64").equals(bytes)).toBe(true);
  });
});
