/** Takes an answer, or why there is none. */
export type Settle<Answer> = (answer: Answer | Promise<Answer>) => void;

/**
 * What a handler returns whose answer may be long in coming. A promise would keep every function that awaits it, for
 * as long as the call waits, and the garbage collector would copy them twice: 10,000 waits, each with a timer of its
 * own, took 64 MB more (SQLite).
 */
export abstract class LaterAnswer<Answer> {
  /** Waits; `settle` is called once. */
  abstract begin(settle: Settle<Answer>): void;
}
