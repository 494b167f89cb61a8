import { TimedOut } from "#room/api/failures.ts";

/** Which sessions end: this browser's, or all of the user's. */
export type EndScope = "here" | "everywhere";

export interface EndReport {
  /** False: the service could not be reached yet. */
  readonly isReported: boolean;
  /** When the service knows: where the browser ends its session at the identity provider. */
  readonly reported: Promise<string | undefined>;
}

/** How the end of a session is reported, and where pending reports are stored. */
export interface SessionEndParts {
  /** Stored by the browser, for all tabs and across reloads. */
  owed: () => EndScope | undefined;
  setOwed: (scope: EndScope | undefined) => void;
  /**
   * Makes the service end the cookie's session; returns where the browser ends the one at its identity provider. Throws
   * when the service cannot be reached.
   */
  endAtService: (scope: EndScope) => Promise<string | undefined>;
  /** Runs one task at a time across all tabs, so that a late sign-out does not end a new session. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Retries after a while: the service may be down while the network is up. */
  later: (run: () => void) => void;
}

/** How long anybody waits for the report. The request goes on: a late answer needs no second one. Milliseconds. */
const patienceMs = 8000;

/**
 * Reports the end of a locked or signed-out session to the service as soon as possible. Until then the cookie may still
 * be valid, and reloading the page would sign in with it, so nothing uses that session anymore.
 */
export class SessionEnd {
  readonly #parts: SessionEndParts;
  #isToRetry = false;
  /** Whoever asked last waits for it. */
  #tell: (goTo: string | undefined) => void = () => {};

  constructor(parts: SessionEndParts) {
    this.#parts = parts;
  }

  /** Reports now, or as soon as the service can be reached. Never throws. */
  async begin(scope: EndScope = "here"): Promise<EndReport> {
    if (this.#parts.owed() !== "everywhere") this.#parts.setOwed(scope);
    const reported = new Promise<string | undefined>((resolve) => (this.#tell = resolve));
    return { isReported: await this.tryAgain(), reported };
  }

  /** The network may be back. Returns whether the service knows. */
  async tryAgain(): Promise<boolean> {
    try {
      this.#tell(await this.settle());
      return true;
    } catch {
      this.#retryLater();
      return false;
    }
  }

  /** Afterwards the service has no session that ended here. Throws when it cannot be reached, or does not answer soon. */
  async settle(): Promise<string | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const failure = new TimedOut(patienceMs, { operation: "authenticate", outcome: "unknown" });
      timer = setTimeout(() => reject(failure), patienceMs);
    });
    const settled = this.#parts.inTurn(() => this.#settleNow());
    return Promise.race([settled, late]).finally(() => clearTimeout(timer));
  }

  /** A sign-in comes after every pending end. */
  before<T>(signIn: () => Promise<T>): Promise<T> {
    return this.#parts.inTurn(async () => {
      await this.#settleNow();
      return signIn();
    });
  }

  async #settleNow(): Promise<string | undefined> {
    const scope = this.#parts.owed();
    if (!scope) return undefined;
    const goTo = await this.#parts.endAtService(scope);
    // Meanwhile more may have been asked for.
    if (this.#parts.owed() === scope) this.#parts.setOwed(undefined);
    return goTo;
  }

  /** However often the network came back meanwhile, one is enough. */
  #retryLater(): void {
    if (this.#isToRetry) return;
    this.#isToRetry = true;
    this.#parts.later(() => {
      this.#isToRetry = false;
      void this.tryAgain();
    });
  }
}
