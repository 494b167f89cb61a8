import type { HandlerContext } from "#room/server/handler.ts";
import { linkUnknown } from "./one-time-link.ts";
import { watchAddress } from "./throttle.ts";

/** Does what a secret opens. One that opens nothing counts as a failed sign-in of its address. Throws the 429 of too many. */
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
