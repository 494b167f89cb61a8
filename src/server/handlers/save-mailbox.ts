import { defineHandler } from "#room/server/define-handler.ts";
import { viewerOf } from "./visit-answer.ts";

/** The caller's own, from now on: what was opened before stays untold, and nothing is told after it is turned off. */
export const saveMailbox = defineHandler("saveMailbox", {
  audit: "none",
  handle: async ({ tellsOpened }, context) => {
    await context.store.messages.setTellsOpened(viewerOf(context).userId, tellsOpened);
    return { tellsOpened };
  },
});
