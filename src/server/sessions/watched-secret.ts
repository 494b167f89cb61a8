import type { HandlerContext } from "#room/server/handler.ts";
import { linkUnknown } from "./one-time-link.ts";
import { watchAddress } from "./throttle.ts";

/**
 * Runs what a secret gives access to. A wrong secret counts as a failed sign-in from its address. Throws the 429 after
 * too many.
 */
export async function watchedSecret<T>(context: HandlerContext, work: () => Promise<T>): Promise<T> {
  const watched = watchAddress(context);
  await watched.check();
  try {
    return await work();
  } catch (error) {
    if (error === linkUnknown) await watched.failed(undefined, "one-time link");
    throw error;
  }
}
