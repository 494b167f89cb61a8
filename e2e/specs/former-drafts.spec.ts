import { expect, test } from "#e2e/fixtures.ts";
import { compose, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";
import { go } from "#e2e/pages/go.ts";

/** What the writing field before ProseMirror (a contenteditable) stored: every element that it knew, and loose text. */
const former = [
  "<p>Dear Robin,</p><p><br></p>",
  '<p>See <b>both <i>lists</i></b> at <a href="https://portal.example/a">the portal</a>:</p>',
  "<ul><li>one</li><li>two<ul><li>inner</li></ul></li></ul><ol><li>first</li><li>second</li></ol>",
  "<blockquote><p>On Monday Sam wrote:</p><p>quoted<br>twice</p></blockquote>",
  "<pre>a  b\n  c</pre>loose words<br>in two lines<p><u>under</u> and <s>gone</s></p>",
].join("");

test("a draft of the former writing field opens whole", async ({ page, server }) => {
  // As the former field left it in this browser: a stored draft, sealed like any other.
  await page.addInitScript((html) => {
    const encrypt = SubtleCrypto.prototype.encrypt;
    SubtleCrypto.prototype.encrypt = function (how, key, data) {
      const text = new TextDecoder().decode(data);
      const stored = text.replaceAll("<p>FORMER</p>", JSON.stringify(html).slice(1, -1));
      return encrypt.call(this, how, key, stored === text ? data : new TextEncoder().encode(stored));
    };
  }, former);
  await compose(page, server.url);
  await write(page, { subject: "Former", text: "FORMER" });
  await expect(page.getByText("Draft saved")).toBeVisible();
  await go(page, "/messages?folder=drafts");
  await page.getByRole("button", { name: "Former" }).click();
  const field = page.getByRole("textbox", { name: "Message" });
  await expect(field).toContainText("Dear Robin,");
  await expect(field.locator("b")).toHaveText(["both lists"]);
  await expect(field.locator("b i")).toHaveText("lists");
  await expect(field.getByRole("link", { name: "the portal" })).toHaveAttribute(
    "href",
    "https://portal.example/a",
  );
  await expect(field.locator("ul ul > li")).toHaveText("inner");
  await expect(field.locator("ol > li")).toHaveText(["first", "second"]);
  await expect(field.locator("blockquote p")).toHaveText(["On Monday Sam wrote:", "quotedtwice"]);
  await expect(field.locator("pre")).toHaveText("a  b\n  c");
  await expect(field.locator("u, s")).toHaveText(["under", "gone"]);
  // Nothing is lost on the way out, either.
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" and more");
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  const email = await readOf(server.url, "robin", "Former");
  expect(email?.textBody).toBe(
    [
      "Dear Robin,\n\nSee both lists at the portal <https://portal.example/a>:",
      "- one\n- two\n  - inner\n\n1. first\n2. second",
      "> On Monday Sam wrote:\n>\n> quoted\n> twice",
      "a  b\n  c",
      "loose words\nin two lines\n\nunder and gone and more",
    ].join("\n\n"),
  );
});
