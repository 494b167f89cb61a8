import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

/** A body that takes longer must come at least this fast, in bytes a second: slower ones hold a place for nothing. */
const leastRate = 64 * 1024;
const graceMs = 25_000;
const longestMs = 300_000;
const lookEveryMs = 1000;
/** What a refused caller still sends is let go by for so long, so that it comes to read its answer. */
const letGoByMs = 5000;
/** A body that is on its way when the server stops has so long. */
const stoppingMs = 5000;

interface Arrival {
  readonly startedAt: number;
  received: number;
  readonly fail: (refusal: Refusal) => void;
}

function isTooSlow({ startedAt, received }: Arrival, now: number): boolean {
  const elapsed = now - startedAt;
  // Five seconds' worth at thirty seconds: a large body on a plain line is far ahead of that.
  return elapsed > longestMs || (elapsed >= 30_000 && received < ((elapsed - graceMs) / 1000) * leastRate);
}

/** The bodies that are arriving. One timer looks after them all, since a timer for each would cost every request. */
export class Arrivals {
  readonly #arriving = new Set<Arrival>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#look(performance.now()), lookEveryMs);
    this.#timer.unref();
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
      if (isTooSlow(arrival, now))
        arrival.fail(new Refusal(408, "RequestTimeout", "The request did not arrive in time."));
  }

  /** What has not arrived some seconds after the stop began is not waited for. */
  stop(): void {
    setTimeout(() => {
      for (const arrival of this.#arriving)
        arrival.fail(
          new Refusal(503, "ServiceUnavailable", "The server is stopping. Nothing was done; send it again.", {
            headers: { "retry-after": "10" },
          }),
        );
    }, stoppingMs).unref();
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
