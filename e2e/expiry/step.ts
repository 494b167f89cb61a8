import { expect, type Locator, type Page } from "playwright/test";
import { go } from "#e2e/pages/go.ts";
import type { ServerProcess } from "#e2e/server-process.ts";
import type { WireClient } from "#e2e/wire-client.ts";

/** What every step works with. */
export interface Desk {
  readonly page: Page;
  readonly server: ServerProcess;
  /** Casey's own connection to the service, apart from the console: proof of what was charged. */
  readonly casey: () => Promise<WireClient>;
  /** A colleague who writes to casey. */
  readonly robin: () => Promise<WireClient>;
  /** A number that no other step of this desk has used. */
  readonly next: () => number;
}

/** A point midway through some work. */
export interface Reached {
  /** Typed or shown there: nobody else may see any of it, and nobody at all while the page is covered. */
  readonly words: readonly string[];
  /** Something continues by itself under the cover, so the page need not look as before. */
  readonly isMoving?: true;
  /** Checks that the work continues where it was. Called when the same user is back. */
  readonly resume: () => Promise<void>;
  /** The user's next action that calls the service. */
  readonly action?: () => Promise<void>;
  /** Checks that the action had its effect exactly once. */
  readonly done?: () => Promise<void>;
  /** Waits until what was typed is on disk: a reload may lose the last half second. */
  readonly saved?: () => Promise<void>;
  /** Checks what is kept when the same user left the page and opens it again. */
  readonly kept: () => Promise<void>;
}

/** Brings the page to one such point, as a user would. */
export type Step = (desk: Desk) => Promise<Reached>;

/** Opens an address as a link of another page does: nothing that an earlier step opened is there, and the console is not loaded anew. */
export async function begin({ page }: Desk, address: string): Promise<void> {
  await go(page, "/account");
  await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeVisible();
  await go(page, address);
}

/** A click that no cover can come between, as it can between press and release. */
export const clickAtOnce = (target: Locator) => target.dispatchEvent("click");
