// Measured with `npm run bench -- codes`: DiagnosisVerify reaches 0.48 of the floor with it and 0.39 without (bound
// 0.45).

/** The longest an answer waits for others, in milliseconds. */
const longestWait = 1;

/** What the event loop reads before it starts over. */
interface Round {
  readonly over: Promise<void>;
  readonly end: () => void;
  readonly startedAt: number;
}

/** One event loop per process, so one round. */
let current: Round | undefined;

function endRound(round: Round): void {
  if (current === round) current = undefined;
  round.end();
}

function beginRound(): Round {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const round: Round = { over, end, startedAt: performance.now() };
  setImmediate(endRound, round);
  return round;
}

/** The event loop round in which a request was read. */
export function currentRound(): Round {
  current ??= beginRound();
  return current;
}

/**
 * Resolves when the answer to a request of that round should be written: once everything that arrived with it is read.
 * Each write wakes its receiver, and a caller with many connections that is woken for each answer separately costs this
 * server a third of its time. In a long round, finished answers leave immediately.
 */
export function turnToAnswer(round: Round): Promise<void> {
  if (performance.now() - round.startedAt >= longestWait) endRound(round);
  return round.over;
}
