import { statSync } from "node:fs";
import { StoreUnavailable } from "./store-unavailable.ts";

const lookEveryMs = 500;

/**
 * Checks that the files of an open SQLite database are still the ones at their paths. SQLite itself does not notice: it
 * keeps using a deleted file, and everything is lost when the process ends.
 */
export class DatabaseFile {
  readonly #paths: readonly string[];
  readonly #report: (sentence: string) => void;
  /** Which file was first found at each path. The journal appears with the first write. */
  readonly #known = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #fault: StoreUnavailable | undefined;

  constructor(path: string, report: (sentence: string) => void) {
    this.#paths = [path, `${path}-wal`];
    this.#report = report;
    this.#look();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  #look(): void {
    const missing = this.#paths.find((path) => !this.#isThere(path));
    if (missing !== undefined && this.#fault === undefined) {
      this.#fault = new StoreUnavailable(`the file ${missing} was deleted or replaced`);
      this.#report(
        `The database file ${missing} was deleted or replaced while the server runs. Nothing is answered until it is put back; to go on with another one, restart the server.`,
      );
    }
    if (missing === undefined && this.#fault !== undefined) {
      this.#fault = undefined;
      this.#report("The database file is back, and so is the server.");
    }
  }

  #isThere(path: string): boolean {
    const found = statSync(path, { throwIfNoEntry: false });
    const mark = found && `${found.dev}:${found.ino}`;
    const known = this.#known.get(path);
    if (known !== undefined) return mark === known;
    if (mark !== undefined) this.#known.set(path, mark);
    return true;
  }

  /** Throws unless the files exist right now. */
  check({ mayBeDone } = { mayBeDone: false }): void {
    this.#look();
    if (this.#fault) throw new StoreUnavailable(this.#fault.reason, { mayBeDone });
  }

  /** Throws if they were missing at the last check, at most half a second ago, and still are. */
  checkNoted(): void {
    if (this.#fault) this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
