/** Which sessions end: that of this browser, or all of the user. */
export type EndScope = "here" | "everywhere";

export interface EndTold {
  readonly isTold: boolean;
  /** Where the browser ends its session at the identity provider. */
  readonly goTo: string | undefined;
}

/** Where the end of a session is told to, and where it is kept that it still has to be. */
export interface SessionEndParts {
  /** Kept by the browser, for all tabs and over reloads. */
  owed: () => EndScope | undefined;
  setOwed: (scope: EndScope | undefined) => void;
  /**
   * Has the service end the session of the cookie; gives where the browser ends the one at its identity provider.
   * Throws when it could not be told.
   */
  tell: (scope: EndScope) => Promise<string | undefined>;
  /** Runs one task at a time in all tabs, so that a late end does not meet a new session. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Runs it after a while: the service may be down while the network is there. */
  later: (run: () => void) => void;
}

/**
 * The end of a session that was locked or signed out, told to the service as soon as it can be. Until then the cookie
 * may still be good, and whoever reloads the page would be let in by it: so nothing is asked by that session any more.
 */
export class SessionEnd {
  readonly #parts: SessionEndParts;

  constructor(parts: SessionEndParts) {
    this.#parts = parts;
  }

  /** When the service cannot be told now, it is as soon as it can be. Never throws. */
  async begin(scope: EndScope = "here"): Promise<EndTold> {
    if (this.#parts.owed() !== "everywhere") this.#parts.setOwed(scope);
    return this.tryAgain();
  }

  /** The network may be back. */
  async tryAgain(): Promise<EndTold> {
    try {
      return { isTold: true, goTo: await this.settle() };
    } catch {
      this.#parts.later(() => void this.tryAgain());
      return { isTold: false, goTo: undefined };
    }
  }

  /** Afterwards the service holds no session that is over here. Throws when it cannot be reached. */
  settle(): Promise<string | undefined> {
    return this.#parts.inTurn(() => this.#settleNow());
  }

  /** A sign-in comes after every end that is owed. */
  before<T>(signIn: () => Promise<T>): Promise<T> {
    return this.#parts.inTurn(async () => {
      await this.#settleNow();
      return signIn();
    });
  }

  async #settleNow(): Promise<string | undefined> {
    const scope = this.#parts.owed();
    if (!scope) return undefined;
    const goTo = await this.#parts.tell(scope);
    this.#parts.setOwed(undefined);
    return goTo;
  }
}
