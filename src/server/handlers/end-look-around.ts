import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** Ends the demo shown while the store is empty. */
export const endLookAround = defineHandler("endLookAround", {
  audit: "none",
  handle: async (_request, { lookAround, log }) => {
    if (lookAround?.isShown() !== true)
      throw new Refusal(409, "NoLookAround", "This isn’t a demo that can be ended here.");
    // The demo itself sends the answer, and waits for it before it ends.
    lookAround.end().catch((error: unknown) => log.error({ err: error }, "the demo could not be closed"));
    return {};
  },
});
