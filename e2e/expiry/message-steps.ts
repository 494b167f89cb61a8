import { expect } from "#e2e/fixtures.ts";
import { deliver } from "#e2e/pages/robin.ts";
import { addressOf } from "#e2e/server-process.ts";
import { begin, clickAtOnce, type Desk, type Step } from "./step.ts";

async function deliverOne(desk: Desk, textBody?: string): Promise<{ id: number; word: string }> {
  const word = `Letter${desk.next()}x`;
  const id = await deliver(await desk.robin(), word, { textBody: textBody ?? `Text of ${word}` });
  return { id, word };
}

async function openList(desk: Desk) {
  await begin(desk, "/messages");
  const list = desk.page.getByRole("grid", { name: "Inbox" });
  await expect(list).toBeVisible();
  return list;
}

const list: Step = async (desk) => {
  const { page } = desk;
  let word = "";
  const words: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    ({ word } = await deliverOne(desk));
    words.push(word);
  }
  const inbox = await openList(desk);
  await expect(inbox.getByRole("row", { name: word })).toBeVisible();
  await inbox.focus();
  const first = words[2] ?? "";
  const row = inbox.getByRole("row", { name: first });
  await expect(async () => {
    await page.mouse.move(500, 500);
    await inbox.evaluate((box) => {
      for (let each: Element | null = box; each; each = each.parentElement) each.scrollBy(0, 900);
    });
    await expect(row).toBeInViewport({ timeout: 500 });
  }).toPass();
  return {
    words: [first],
    async resume() {
      await expect(row).toBeInViewport();
      await row.click();
      await expect(
        page.getByRole("region", { name: "Reading pane" }).getByText(`Text of ${first}`),
      ).toBeVisible();
    },
    action: () => clickAtOnce(row),
    done: () =>
      expect(page.getByRole("region", { name: "Reading pane" }).getByText(`Text of ${first}`)).toBeVisible(),
    async kept() {
      await openList(desk);
      await expect(inbox.getByRole("row").first()).toBeVisible();
    },
  };
};

const search: Step = async (desk) => {
  const { page } = desk;
  const { word } = await deliverOne(desk);
  const inbox = await openList(desk);
  const box = page.getByRole("searchbox", { name: "Search messages" });
  await box.click();
  await box.pressSequentially(word.slice(0, -1));
  await expect(inbox.getByRole("row", { name: word })).toBeVisible();
  return {
    words: [word.slice(0, -1)],
    async resume() {
      await page.keyboard.type("x");
      await expect(box).toHaveValue(word);
      await expect(inbox.getByRole("row", { name: word })).toBeVisible();
    },
    action: () => clickAtOnce(inbox.getByRole("row", { name: word })),
    done: () =>
      expect(page.getByRole("region", { name: "Reading pane" }).getByText(`Text of ${word}`)).toBeVisible(),
    async kept() {
      await openList(desk);
      await expect(inbox.getByRole("row", { name: word })).toBeVisible();
    },
  };
};

const reading: Step = async (desk) => {
  const { page } = desk;
  const lines = Array.from({ length: 120 }, (_, at) => `Line ${at} of Jane Roe`).join("\n");
  const { id, word } = await deliverOne(desk, lines);
  const { word: next } = await deliverOne(desk);
  await begin(desk, `/messages/${id}`);
  const last = page.getByText("Line 119 of Jane Roe");
  await last.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Reply", exact: true }).focus();
  await last.scrollIntoViewIfNeeded();
  const inbox = page.getByRole("grid", { name: "Inbox" });
  return {
    words: [word, "of Jane Roe"],
    async resume() {
      await expect(last).toBeInViewport();
      await page.keyboard.press("r");
      await expect(page.getByLabel("Subject")).toHaveValue(`Re: ${word}`);
    },
    action: () => clickAtOnce(inbox.getByRole("row", { name: next })),
    done: () =>
      expect(page.getByRole("region", { name: "Reading pane" }).getByText(`Text of ${next}`)).toBeVisible(),
    async kept() {
      await begin(desk, `/messages/${id}`);
      await expect(last).toBeVisible();
    },
  };
};

async function compose(desk: Desk) {
  const { page } = desk;
  const word = `Draft${desk.next()}x`;
  await begin(desk, "/messages/compose");
  await page.getByLabel("To", { exact: true }).fill(addressOf("robin"));
  await page.getByLabel("Subject").fill(word);
  await page
    .getByLabel("Attach files")
    .setInputFiles([{ name: `${word}.txt`, mimeType: "text/plain", buffer: Buffer.from(`of ${word}`) }]);
  await expect(page.getByText(`${word}.txt`, { exact: true })).toBeVisible();
  await page.getByLabel("Message", { exact: true }).click();
  await page.keyboard.type("Half a let");
  const send = page.getByRole("button", { name: "Send", exact: true });
  const arrivedOnce = async () => {
    const robin = await desk.robin();
    const session = { loggedInUser: "robin", sessionKey: robin.sessionId };
    const arrived = async () => {
      const { summaries } = await robin.call("listMessageSummaries", session);
      return summaries.filter(({ subject }) => subject === word).length;
    };
    await expect.poll(arrived, { timeout: 40_000 }).toBe(1);
  };
  const keptDraft = async () => {
    await begin(desk, "/messages?folder=drafts");
    await page.getByRole("table", { name: "Drafts" }).getByRole("button", { name: word }).click();
    await expect(page.getByLabel("Message", { exact: true })).toHaveText("Half a let");
    await expect(page.getByText(`${word}.txt`, { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: `Remove ${addressOf("robin")}` })).toBeVisible();
  };
  const saved = () => expect(page.getByText("Draft saved")).toBeVisible();
  return { word, send, arrivedOnce, keptDraft, saved };
}

const composing: Step = async (desk) => {
  const { page } = desk;
  const { word, send, arrivedOnce, keptDraft, saved } = await compose(desk);
  return {
    words: [word, "Half a let"],
    async resume() {
      await page.keyboard.type("ter");
      await expect(page.getByLabel("Message", { exact: true })).toHaveText("Half a letter");
    },
    async action() {
      await send.click();
      await page.getByRole("button", { name: "Send now" }).click();
    },
    async done() {
      await expect(page.getByText(/^The service accepted it/)).toBeVisible();
      await arrivedOnce();
    },
    saved,
    kept: keptDraft,
  };
};

const held: Step = async (desk) => {
  const { page } = desk;
  const { word, send, arrivedOnce } = await compose(desk);
  await send.click();
  await expect(page.getByText(/Sends in/)).toBeVisible();
  return {
    words: [word],
    isMoving: true,
    async resume() {
      const now = page.getByRole("button", { name: "Send now" });
      await expect(now.or(page.getByText(/^The service accepted it/))).toBeVisible();
      await now.click({ timeout: 1000 }).catch(() => undefined);
      await expect(page.getByText(/^The service accepted it/)).toBeVisible({ timeout: 30_000 });
      await arrivedOnce();
    },
    kept: arrivedOnce,
  };
};

const emptySubject: Step = async (desk) => {
  const { page } = desk;
  const { word, send, arrivedOnce } = await compose(desk);
  await page.getByLabel("Subject").fill("");
  await send.click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("There is no subject.")).toBeVisible();
  return {
    words: [word, "There is no subject."],
    async resume() {
      await question.getByRole("button", { name: "Go back" }).click();
      await page.getByLabel("Subject").fill(word);
      await send.click();
      await page.getByRole("button", { name: "Send now" }).click();
      await arrivedOnce();
    },
    async kept() {
      await begin(desk, "/messages?folder=drafts");
      await expect(page.getByRole("table", { name: "Drafts" })).toContainText("Half a let");
    },
  };
};

export const messageSteps: Readonly<Record<string, Step>> = {
  "messages, list scrolled": list,
  "messages, search half typed": search,
  "messages, one read": reading,
  "messages, composer half typed with an attachment": composing,
  "messages, send held": held,
  "messages, empty subject asked": emptySubject,
};
