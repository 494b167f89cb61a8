import type { Page } from "playwright/test";
import type { ServerProcess } from "#e2e/server-process.ts";
import type { WireClient } from "#e2e/wire-client.ts";

/** What every step works with. */
export interface Desk {
  readonly page: Page;
  readonly server: ServerProcess;
  /** Casey's own way to the service, beside the console: the witness of what was charged. */
  readonly casey: () => Promise<WireClient>;
  /** A colleague, who writes to casey. */
  readonly robin: () => Promise<WireClient>;
  /** A number that no other step of this desk has had. */
  readonly next: () => number;
}

/** A place in the midst of work, reached. */
export interface Reached {
  /** Typed or shown there: nobody else may see any of it, and nobody at all while the page is covered. */
  readonly words: readonly string[];
  /** What goes on by itself under the cover, so that the page need not look as before. */
  readonly isMoving?: true;
  /** The work goes on where it was. Called when the same user is back in place. */
  readonly goOn: () => Promise<void>;
  /** What the person does next that asks the service something. */
  readonly deed?: () => Promise<void>;
  /** What came of the deed, once. */
  readonly done?: () => Promise<void>;
  /** Waits until what was typed is on the disk: a reload may cost the last half second. */
  readonly saved?: () => Promise<void>;
  /** What is kept when the page was left and is opened again by the same user. */
  readonly kept: () => Promise<void>;
}

/** Brings the page to one place, as a person would. */
export type Step = (desk: Desk) => Promise<Reached>;
