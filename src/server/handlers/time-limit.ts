export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/**
 * Limits how long work may take: rejects with OutOfTime. A write passes its gate right before it commits; after that
 * its outcome is awaited, so "out of time" always means that nothing was done.
 */
export async function withinTime<T>(
  milliseconds: number,
  work: (gate: { enter(): boolean }) => Promise<T>,
): Promise<T> {
  let state: "open" | "committing" | "closed" = "open";
  const gate = {
    enter() {
      if (state === "open") state = "committing";
      return state === "committing";
    },
  };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      if (state !== "open") return;
      state = "closed";
      reject(new OutOfTime());
    }, milliseconds);
  });
  const done = work(gate);
  // Abandoned work may still fail; nobody is waiting for it.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, limit]);
  } finally {
    clearTimeout(timer);
  }
}
