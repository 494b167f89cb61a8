import { defineHandler } from "#room/server/define-handler.ts";
import { keyAnswer } from "#room/server/keys/key-answer.ts";

const maxEnded = 100;

/** The keys that programs use. */
export const listKeys = defineHandler("listKeys", {
  audit: "none",
  handle: async (_request, { store, settings, now }) => {
    const at = now().getTime();
    const keys = await store.programKeys.list(maxEnded);
    return { keys: keys.map((key) => keyAnswer(key, at)), isAutoChargeOpen: settings.openAutoCharge };
  },
});
