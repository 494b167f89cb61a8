import { defineHandler } from "#room/server/define-handler.ts";

/** The clinic's names and fees, or the changes to them since a change number. */
export const listDirectory = defineHandler("listDirectory", {
  isCostly: true,
  isUse: false,
  audit: "none",
  handle: async ({ since }, { store }) => {
    const { version, isWhole, entries, removed } = await store.directory.changesSince(since ?? 0);
    return { version, isWhole, entries: [...entries], removed: [...removed] };
  },
});
