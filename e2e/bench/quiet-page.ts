import type { Browser, CDPSession } from "playwright/test";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string };
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: object };
}

/**
 * A page without an inspector attached. Playwright makes the browser keep the text of every answer of its own pages; 10
 * MB of it costs such a page 20 ms of main thread just as it arrives. No user's page pays that.
 */
export class QuietPage {
  readonly #browser: CDPSession;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #last = 0;
  #answersFrom = "";

  private constructor(browser: CDPSession, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    browser.on("Target.receivedMessageFromTarget", ({ message }) => this.#receive(JSON.parse(message)));
  }

  static async open(browser: Browser): Promise<QuietPage> {
    const session = await browser.newBrowserCDPSession();
    // Playwright leaves pages of a context alone if it did not create them.
    const { browserContextId } = await session.send("Target.createBrowserContext");
    const { targetId } = await session.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await session.send("Target.attachToTarget", { targetId });
    const page = new QuietPage(session, sessionId);
    const size = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };
    await page.#send("Emulation.setDeviceMetricsOverride", size);
    return page;
  }

  #receive({ id, method, params, ...more }: Message): void {
    if (id !== undefined) this.#waiting.get(id)?.(more);
    else if (method === "Fetch.requestPaused")
      void this.#send("Fetch.continueRequest", { requestId: params?.requestId, url: this.#answersFrom });
  }

  async #send(method: string, params: object = {}): Promise<Message> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send("Target.sendMessageToTarget", { sessionId: this.#sessionId, message });
    return answer.finally(() => this.#waiting.delete(id));
  }

  /** Redirects the calls of an operation to another address. */
  async redirect(operation: string, url: string): Promise<void> {
    this.#answersFrom = url;
    await this.#send("Fetch.enable", { patterns: [{ urlPattern: `*/${operation}` }] });
  }

  async goto(url: string): Promise<void> {
    await this.#send("Page.navigate", { url });
  }

  async waitFor(selector: string): Promise<void> {
    await this.evaluate(async (selector) => {
      while (!document.querySelector(selector)) await new Promise((resolve) => setTimeout(resolve, 20));
    }, selector);
  }

  /** Runs a function in the page; its argument and result are JSON. */
  async evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const expression = `(${run.toString()})(${JSON.stringify(argument)})`;
    const { result } = await this.#send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (result?.exceptionDetails) throw new Error(JSON.stringify(result.exceptionDetails));
    // JSON of the function's result, over the protocol.
    return result?.result?.value as Result;
  }
}
