/** Takes an answer, or why there is none. */
export type Settle<Answer> = (answer: Answer | Promise<Answer>) => void;

/**
 * What a handler returns whose answer may be long in coming. A promise would keep every function that awaits it: of
 * each call that waits 4 kB more, which the garbage collector copies twice.
 */
export abstract class LaterAnswer<Answer> {
  /** Waits; `settle` is called once. */
  abstract begin(settle: Settle<Answer>): void;
}
