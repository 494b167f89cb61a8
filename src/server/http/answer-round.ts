/** No answer waits for others longer than this, in milliseconds. */
const longestWait = 1;

interface Round {
  readonly over: Promise<void>;
  readonly end: () => void;
  readonly startedAt: number;
}

/** The answers that are ready and not yet written; one process has one event loop, so one round. */
let round: Round | undefined;

function endRound(ended: Round): void {
  if (round === ended) round = undefined;
  ended.end();
}

function beginRound(): Round {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun: Round = { over, end, startedAt: performance.now() };
  setImmediate(endRound, begun);
  return begun;
}

/**
 * Settles when an answer that is ready should be written: with the others of the same round of the event loop, so
 * that all requests that have arrived are read before the first answer is written. Each write wakes its receiver,
 * and a caller with many connections that is woken for each answer alone costs this server a third of its time.
 * Where a round takes long, what is ready leaves at once.
 */
export function turnToAnswer(): Promise<void> {
  round ??= beginRound();
  const { over, startedAt } = round;
  if (performance.now() - startedAt >= longestWait) endRound(round);
  return over;
}
