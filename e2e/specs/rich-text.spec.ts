import type { Page } from "playwright/test";
import { expect, expectAccessible, enter, needs, test } from "#e2e/fixtures.ts";
import { compose, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";

/** What Word puts on the clipboard for two bullets, one of them inner, and a number. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoListParagraph {margin-left:.5in} --></style></head><body lang=EN-US>
<!--StartFragment--><p class=MsoNormal>Please <b>check</b>:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>CPT codes<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New";mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Modifiers<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p>
<!--EndFragment--></body></html>`;

/** What Excel puts there for two rows, together with a picture of them. */
const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!-- td {mso-style-parent:style0;} .xl65 {mso-number-format:Standard;} --></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--><col width=64 span=2 style='width:48pt'>
<tr height=20 style='height:15.0pt'><td height=20 width=64>CPT</td><td width=64>Units</td></tr>
<tr height=20><td height=20>99213</td><td class=xl65 align=right>1</td></tr><!--EndFragment--></table></body></html>`;

const gmail = `<meta charset='utf-8'><div dir="ltr"><div>Hello <a href="https://portal.example/a" target="_blank">there</a></div><div><br></div><div>Thanks</div></div>`;

async function paste(page: Page, html: string, hasPicture = false): Promise<void> {
  await page.evaluate(
    ([html, hasPicture]) => {
      const data = new DataTransfer();
      data.setData("text/html", html);
      data.setData("text/plain", "as text");
      if (hasPicture) data.items.add(new File(["x"], "image.png", { type: "image/png" }));
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [html, hasPicture] as const,
  );
}

const field = (page: Page) => page.getByRole("textbox", { name: "Message" });

async function sendAs(page: Page, url: string, subject: string) {
  await page.getByLabel("Subject").fill(subject);
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  return await readOf(url, "robin", subject);
}

test("pastes come in order, as lists, tables and lines", async ({ page, server }) => {
  await test.step("what is pressed while a paste loads comes after it", async () => {
    let answer = () => {};
    const isTyped = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/letter-of-html-[^/]*\.js$/, async (route) => {
      await isTyped;
      await route.fallback();
    });
    await compose(page, server.url);
    await write(page, { text: "" });
    await field(page).click();
    await paste(page, gmail);
    await page.keyboard.type("!");
    await paste(page, '<b>Bye</b><img src="data:image/png;base64,iVBORw0KGgo=">');
    answer();
    await expect(page.getByText("Pictures were left out. Attach them as files.")).toHaveCount(1);
    await expect(field(page).locator("p")).toHaveText(["Hello there", "ThanksBye!"]);
    await expect(field(page).locator("b")).toHaveText("Bye!");
  });
  await test.step("Word, Excel and Gmail paste as lists, tables and lines", async () => {
    await compose(page, server.url);
    await write(page, { text: "" });
    await field(page).click();
    await paste(page, word);
    await expect(field(page).locator("ul > li > ul > li")).toHaveText("Modifiers");
    await expect(field(page).locator("ol > li")).toHaveText("First");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await paste(page, excel, true);
    await expect(field(page).locator("table tr")).toHaveCount(2);
    await expect(page.getByRole("button", { name: /^Remove image/ })).toHaveCount(0);
    // What is written next stands below the table.
    await page.keyboard.type("As above");
    await expect(field(page).locator("p").last()).toHaveText("As above");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Delete");
    // A cell is written in, and its row can be followed by another.
    await field(page).getByText("99213").click();
    await page.keyboard.press("End");
    await page.keyboard.type("-25");
    await page.keyboard.press("Tab");
    await page.keyboard.type("2");
    await page.getByRole("button", { name: "Add a row" }).click();
    await expect(field(page).locator("table tr")).toHaveCount(3);
    await page.keyboard.press("Control+z");
    await expect(field(page).locator("table tr")).toHaveCount(2);
    await page.keyboard.press("Control+End");
    await expect(page.getByRole("button", { name: "Add a row" })).toHaveCount(0);
    await paste(page, gmail);
    await expectAccessible(page);
    const email = await sendAs(page, server.url, "Pasted from elsewhere");
    expect(email?.textBody).toBe(
      "Please check:\n\n- CPT codes\n  - Modifiers\n\n1. First\n\nCPT | Units\n99213-25 | 2\n\nHello there <https://portal.example/a>\n\nThanks",
    );
    expect(email?.htmlBody).toContain(
      "<ul><li>CPT codes<ul><li>Modifiers</li></ul></li></ul><ol><li>First</li></ol>",
    );
    expect(email?.htmlBody).toMatch(
      /<tr><td>CPT<\/td><td>Units<\/td><\/tr><tr><td>99213-25<\/td><td>2<\/td><\/tr>/,
    );
    expect(email?.htmlBody).not.toMatch(/style|class|mso|<span|data-/);
  });
  await test.step("a key acts on what the key before selected", async () => {
    await compose(page, server.url);
    await write(page, { text: "" });
    await field(page).click();
    // A busy page tells of a selection only after the next key.
    await page.evaluate(() =>
      document.addEventListener(
        "selectionchange",
        (event) => event.isTrusted && event.stopImmediatePropagation(),
        {
          capture: true,
        },
      ),
    );
    await page.keyboard.type("As above");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Delete");
    await expect(field(page)).toHaveText("");
  });
});

test("without what reads it a paste comes as plain text", async ({ page, server }) => {
  await page.route(/letter-of-html-[^/]*\.js$/, (route) => route.abort());
  await compose(page, server.url);
  await write(page, { text: "" });
  await field(page).click();
  await paste(page, gmail);
  await expect(field(page)).toHaveText("as text");
});

test("letters by keys, of tables and in columns are sent", async ({ page, server, context }) => {
  await test.step("a draft of before opens, and a reply quotes tables", async () => {
    needs("messages that can be read");
    const robin = await robinOf(server.url);
    const messageId = await deliver(robin, "A table", {
      htmlBody: `<table><tr><td><table><tr><th>CPT</th><th>Fee</th></tr><tr><td>99213</td><td>$92.40</td></tr></table></td></tr><tr><td>Robin</td></tr></table>`,
      textBody: "",
    });
    let arrive = () => {};
    const isSeen = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/loaded-message-[^/]*\.js$/, async (route) => {
      await isSeen;
      await route.fallback();
    });
    await enter(page, server.url, `/messages/${messageId}`);
    const reply = page.getByRole("button", { name: "Reply", exact: true });
    // Where it will stand is not known before the message has its height: pressed on the way it did nothing.
    const replyAll = page.locator("button", { hasText: "Reply all" });
    await expect(replyAll).toBeAttached();
    await expect(replyAll).toBeHidden();
    arrive();
    await reply.click();
    await expect(field(page).locator("blockquote table tr")).toHaveCount(2);
    await expect(field(page).locator("table table")).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("Thanks.");
    const email = await sendAs(page, server.url, "Re: A table");
    expect(email?.textBody).toMatch(
      /^Thanks\.\n\nOn .* wrote:\n\n> CPT \| Fee\n> 99213 \| \$92\.40\n>\n> Robin$/,
    );
  });
  await test.step("a letter is written by keys: list, quote, link, code", async () => {
    await compose(page, server.url);
    await write(page, { text: "" });
    await field(page).click();
    await page.keyboard.type("- one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+]");
    await page.keyboard.type("inner");
    await expect(page.getByRole("button", { name: "Bulleted list" })).toHaveAttribute("aria-pressed", "true");
    for (let level = 0; level < 3; level += 1) await page.keyboard.press("Enter");
    await expect(field(page).locator("ul ul li")).toHaveText("inner");
    await page.keyboard.type("See the portal");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await page.getByRole("button", { name: "Link" }).click();
    await page.keyboard.type("portal.example");
    await page.keyboard.press("Enter");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(" for");
    await page.getByRole("button", { name: "Insert a code" }).click();
    await page.keyboard.type("J02.9");
    await page.getByRole("dialog").getByRole("button", { name: "Insert" }).click({ trial: true });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.type("today. ");
    await page.getByRole("button", { name: "Link" }).click();
    await page.keyboard.type("a.example");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" too");
    const email = await sendAs(page, server.url, "By keys");
    expect(email?.textBody).toBe(
      "- one\n- two\n  - inner\n\nSee the portal <https://portal.example/> for J02.9 Acute pharyngitis, unspecified today. https://a.example/ too",
    );
  });
  await test.step("tabs and repeated spaces are sent as they are seen", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await compose(page, server.url);
    await write(page, { subject: "In columns", text: "" });
    await field(page).click();
    await page.keyboard.type("  71046   left");
    await page.keyboard.press("Enter");
    await page.evaluate(() => navigator.clipboard.writeText("71046\t\t88.75"));
    await page.keyboard.press("ControlOrMeta+V");
    const written = ["  71046   left", "71046\t\t88.75"];
    const lines = () =>
      field(page)
        .locator("p")
        .evaluateAll((all) => all.map((each) => each.textContent));
    await expect.poll(lines).toEqual(written);
    // Copied and pasted within the letter, too.
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("ControlOrMeta+C");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+V");
    await expect.poll(lines).toEqual([...written, ...written]);
    await send(page).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(field(page)).toBeVisible();
    expect(await lines()).toEqual([...written, ...written]);
    const email = await sendAs(page, server.url, "In columns");
    expect(email?.textBody).toBe([...written, ...written].join("\n\n"));
    expect(email?.htmlBody).toContain(
      "<p>&nbsp; 71046 &nbsp; left</p><p>71046\u2003\u2003\u2003\u200388.75</p>",
    );
  });
});
