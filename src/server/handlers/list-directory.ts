import type { Handler } from "#room/server/handler.ts";

/** The clinic's names and fees, or the changes to them since a change number. */
export const listDirectory: Handler<"listDirectory"> = async ({ since }, { store }) => {
  const { version, isWhole, entries, removed } = await store.directory.changesSince(since ?? 0);
  return { version, isWhole, entries: [...entries], removed: [...removed] };
};
