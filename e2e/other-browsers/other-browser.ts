/** A browser as Debian ships it, which Playwright cannot drive, operated through real user input. */
export interface OtherBrowser {
  goto(url: string): Promise<void>;
  /** Runs an expression in the page and returns its value, which must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: "Enter" | "Tab" | "Escape", modifier?: "Control"): Promise<void>;
  /** Errors the page logged to its console, if the browser reports them. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** Finds what a user would click or type into, by its `name` attribute, label or text. */
const findScript = `(wanted) => {
  const nameOf = (element) =>
    (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "").trim();
  const found = [...document.querySelectorAll("button, a, input, textarea, select, [role]")].filter((element) => {
    const name = nameOf(element);
    // A menu's item has its key behind its words.
    const isItem = element.getAttribute("role") === "menuitem" && name.startsWith(wanted);
    const fits = element.getAttribute("name") === wanted || name === wanted || isItem;
    return fits && element.checkVisibility() && !element.closest("[inert]");
  });
  const element = found.at(-1);
  if (!element) return null;
  element.scrollIntoView({ block: "center" });
  const { x, y, width, height } = element.getBoundingClientRect();
  // In the upper part: GTK's scroll bar lies over the lower edge of what scrolls sideways.
  return { x: x + width / 2, y: y + Math.min(height / 2, 8) };
}`;

/** How long a page may take to show what is waited for, in milliseconds. */
const patience = 30_000;

/** A user of such a browser. */
export class Person {
  readonly #browser: OtherBrowser;

  constructor(browser: OtherBrowser) {
    this.#browser = browser;
  }

  /** Waits until the expression is true in the page. */
  async sees(expression: string): Promise<void> {
    const end = Date.now() + patience;
    for (;;) {
      if (await this.#browser.evaluate<boolean>(`Boolean(${expression})`)) return;
      if (Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 30));
      } else {
        const text = await this.#browser.evaluate<string>("document.body.innerText.slice(0, 2000)");
        throw new Error(`Not seen: ${expression}\nThe page says:\n${text}`);
      }
    }
  }

  /** Waits until the page shows the text. */
  async reads(text: string): Promise<void> {
    await this.sees(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }

  async clicks(name: string): Promise<void> {
    const place = `(${findScript})(${JSON.stringify(name)})`;
    await this.sees(place);
    // The pointer takes time to get there; follows the target if it moved meanwhile.
    for (let last = ""; ;) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const found = await this.#browser.evaluate<{ x: number; y: number } | null>(place);
      const now = JSON.stringify(found);
      if (found && now === last) return this.#browser.clickAt(found.x, found.y);
      last = now;
    }
  }

  /** Clicks the field and types; replaces the text of a selected cell. */
  async types(field: string, text: string): Promise<void> {
    await this.clicks(field);
    await this.#browser.type(text);
  }
}
