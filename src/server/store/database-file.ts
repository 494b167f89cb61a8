import { statSync } from "node:fs";
import { StoreUnavailable } from "./store-unavailable.ts";

const lookEveryMs = 500;

/**
 * Watches whether the files of an open SQLite database are still those at their addresses. SQLite itself goes on as if
 * nothing were: it reads and writes a deleted file, and all of it is gone with the process.
 */
export class DatabaseFile {
  readonly #paths: readonly string[];
  readonly #tell: (sentence: string) => void;
  /** Which file was found there first. The journal comes with the first write. */
  readonly #known = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #fault: StoreUnavailable | undefined;

  constructor(path: string, tell: (sentence: string) => void) {
    this.#paths = [path, `${path}-wal`];
    this.#tell = tell;
    this.#look();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  #look(): void {
    const missing = this.#paths.find((path) => !this.#isThere(path));
    if (missing !== undefined && this.#fault === undefined) {
      this.#fault = new StoreUnavailable(`the file ${missing} was deleted or replaced`);
      this.#tell(
        `The database file ${missing} was deleted or replaced while the server runs. Nothing is answered until it is put back; to go on with another one, restart the server.`,
      );
    }
    if (missing === undefined && this.#fault !== undefined) {
      this.#fault = undefined;
      this.#tell("The database file is back, and so is the server.");
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

  /** Throws unless the files are there at this very moment. */
  check({ mayBeDone } = { mayBeDone: false }): void {
    this.#look();
    if (this.#fault) throw new StoreUnavailable(this.#fault.reason, { mayBeDone });
  }

  /** Throws when they were not there at the last look, half a second ago at most. */
  checkNoted(): void {
    if (this.#fault) throw this.#fault;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
