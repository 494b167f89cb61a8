import { defineHandler } from "#room/server/define-handler.ts";
import { viewerOf } from "./visit-answer.ts";

const maxReturned = 500;

/** The ids of the newest visits without a name. */
export const listUnnamed = defineHandler("listUnnamed", {
  perMinute: "searchesPerMinute",
  audit: "none",
  handle: async (_request, context) => {
    const { directory } = context.store;
    const { entries } = await directory.changesSince(0);
    const named = new Set(entries.map(({ kind, id }) => kind + id));
    const { seen, ...visits } = await directory.seen(viewerOf(context).practices);
    const unnamed = seen
      .filter(({ kind, id }) => !named.has(kind + id))
      .toSorted((a, b) => b.count - a.count || (a.kind + a.id < b.kind + b.id ? -1 : 1));
    return { ...visits, seen: unnamed.slice(0, maxReturned).map((one) => ({ ...one })) };
  },
});
