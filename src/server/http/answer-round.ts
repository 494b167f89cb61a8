// What it is for: DiagnosisVerify reaches 0.48 of the bench's floor with it, 0.39 without (bound 0.45; `npm run bench -- codes`).

/** No answer waits for others longer than this, in milliseconds. */
const longestWait = 1;

/** What the event loop reads before it comes to its end and begins anew. */
interface Round {
  readonly over: Promise<void>;
  readonly end: () => void;
  readonly startedAt: number;
}

/** One process has one event loop, so one round. */
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

/** The round of the event loop that a request was read in. */
export function currentRound(): Round {
  current ??= beginRound();
  return current;
}

/**
 * Settles when the answer to a request of that round should be written: when all that came with it is read. Each
 * write wakes its receiver, and a caller with many connections who is woken for each answer alone costs this server
 * a third of its time. Where a round takes long, what is ready leaves at once.
 */
export function turnToAnswer(round: Round): Promise<void> {
  if (performance.now() - round.startedAt >= longestWait) endRound(round);
  return round.over;
}
