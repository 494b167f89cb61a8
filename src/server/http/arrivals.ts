import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

/** Minimum rate for a body that takes longer, in bytes per second, so that slow ones do not hold a slot for nothing. */
const minRate = 64 * 1024;
/** Rate counting begins this long before the limit; on a normal connection a body is far ahead by then. */
const leadMs = 5000;
/** No body may take longer than this many times the limit. */
const maxLimits = 10;
/** How long a refused caller's remaining bytes are discarded, so that it gets to read the answer. */
const discardMs = 5000;
/** How long a body may still arrive after the server started to stop. */
const stoppingMs = 5000;

interface Arrival {
  readonly startedAt: number;
  received: number;
  readonly fail: (refusal: Refusal) => void;
}

/** The bodies being received. One timer watches all of them, since one each would slow every request. */
export class Arrivals {
  readonly #arriving = new Set<Arrival>();
  readonly #timer: NodeJS.Timeout;
  readonly #limitMs: number;

  /** A body that takes longer than the limit must arrive at the minimum rate. */
  constructor(limitSeconds: number) {
    this.#limitMs = limitSeconds * 1000;
    this.#timer = setInterval(() => this.#look(performance.now()), Math.min(1000, this.#limitMs / 4));
    this.#timer.unref();
  }

  #isTooSlow({ startedAt, received }: Arrival, now: number): boolean {
    const elapsed = now - startedAt;
    if (elapsed < this.#limitMs) return false;
    const counted = elapsed - Math.max(0, this.#limitMs - leadMs);
    return elapsed > maxLimits * this.#limitMs || received < (counted / 1000) * minRate;
  }

  begin(fail: (refusal: Refusal) => void): Arrival {
    const arrival: Arrival = { startedAt: performance.now(), received: 0, fail };
    this.#arriving.add(arrival);
    return arrival;
  }

  end(arrival: Arrival): void {
    this.#arriving.delete(arrival);
  }

  #look(now: number): void {
    for (const arrival of this.#arriving)
      if (this.#isTooSlow(arrival, now))
        arrival.fail(new Refusal(408, "RequestTimeout", "The request did not arrive in time."));
  }

  /** Bodies that have not arrived a few seconds after the stop are abandoned. */
  stop(): void {
    setTimeout(
      () => {
        for (const arrival of this.#arriving)
          arrival.fail(
            new Refusal(
              503,
              "ServiceUnavailable",
              "The server is stopping. Nothing was done; send it again.",
              {
                headers: { "retry-after": "10" },
              },
            ),
          );
      },
      Math.min(stoppingMs, this.#limitMs),
    ).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Discards what a refused caller still sends, then ends the connection. */
export function discardBody(payload: IncomingMessage): void {
  payload.removeAllListeners("data");
  payload.resume();
  if (payload.complete) return;
  const timer = setTimeout(() => payload.destroy(), discardMs);
  timer.unref();
  payload.once("close", () => clearTimeout(timer));
  payload.once("end", () => clearTimeout(timer));
  // A caller that disconnects midway is not our error.
  payload.once("error", () => undefined);
}
