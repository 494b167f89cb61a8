import type { Handler } from "#room/server/handler.ts";
import { askerOf } from "./visit-answer.ts";

/** Which visits changed since a number; waits for a change when it is asked to. */
export const listChanges: Handler<"listChanges"> = async ({ since, waitSeconds }, context) => {
  const asker = askerOf(context);
  const { visits } = context.store;
  await visits.endOver(context.now().getTime());
  if (since === undefined || since === null)
    return { changeNumber: await visits.changeNumber(), visits: [], isTooOld: false };
  const until = performance.now() + (waitSeconds ?? 0) * 1000;
  // Before the look: a change that comes meanwhile ends the wait at once.
  for (let from = since; ;) {
    const seen = context.changes.seen();
    const changes = await visits.changesSince(from, asker);
    const { changeNumber, isTooOld } = changes;
    const left = until - performance.now();
    if (isTooOld || changes.visits.length > 0 || left <= 0)
      return { changeNumber, visits: [...changes.visits], isTooOld };
    const outcome = await context.changes.wait(context.session?.idHash ?? "", seen, left);
    // A program whose key was ended meanwhile is told nothing of what came after.
    if (context.session?.key)
      await context.keys.admit(context.transport.presented()?.id ?? "", context.remoteAddress);
    if (outcome === "over") return { changeNumber, visits: [], isTooOld: false };
    // What others may not see has changed: their number goes on.
    from = changeNumber;
  }
};
