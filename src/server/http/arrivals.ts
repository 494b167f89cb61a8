import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

/** A body that takes longer must come at least this fast, in bytes a second: slower ones hold a place for nothing. */
const leastRate = 64 * 1024;
/** So long before the limit the counting begins: a body on a plain line is far ahead by then. */
const leadMs = 5000;
/** No body takes longer than so many times the limit. */
const mostLimits = 10;
/** What a refused caller still sends is let go by for so long, so that it comes to read its answer. */
const letGoByMs = 5000;
/** A body that is on its way when the server stops has so long. */
const stoppingMs = 5000;

interface Arrival {
  readonly startedAt: number;
  received: number;
  readonly fail: (refusal: Refusal) => void;
}

/** The bodies that are arriving. One timer looks after them all, since a timer for each would cost every request. */
export class Arrivals {
  readonly #arriving = new Set<Arrival>();
  readonly #timer: NodeJS.Timeout;
  readonly #limitMs: number;

  /** A body that takes longer than the limit must come at the least rate. */
  constructor(limitSeconds: number) {
    this.#limitMs = limitSeconds * 1000;
    this.#timer = setInterval(() => this.#look(performance.now()), Math.min(1000, this.#limitMs / 4));
    this.#timer.unref();
  }

  #isTooSlow({ startedAt, received }: Arrival, now: number): boolean {
    const elapsed = now - startedAt;
    if (elapsed < this.#limitMs) return false;
    const counted = elapsed - Math.max(0, this.#limitMs - leadMs);
    return elapsed > mostLimits * this.#limitMs || received < (counted / 1000) * leastRate;
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

  /** What has not arrived some seconds after the stop began is not waited for. */
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

/** Lets what a refused caller still sends go by unread, and then ends the connection. */
export function letGoBy(payload: IncomingMessage): void {
  payload.removeAllListeners("data");
  payload.resume();
  if (payload.complete) return;
  const timer = setTimeout(() => payload.destroy(), letGoByMs);
  timer.unref();
  payload.once("close", () => clearTimeout(timer));
  payload.once("end", () => clearTimeout(timer));
  // A caller that goes away in the midst of it is no fault of ours.
  payload.once("error", () => undefined);
}
