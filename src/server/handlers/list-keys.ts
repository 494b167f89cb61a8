import type { Handler } from "#room/server/handler.ts";
import { keyAnswer } from "#room/server/keys/key-answer.ts";

const maxEnded = 100;

/** The keys that programs use. */
export const listKeys: Handler<"listKeys"> = async (_request, { store, settings, now }) => {
  const at = now().getTime();
  const keys = await store.programKeys.list(maxEnded);
  return { keys: keys.map((key) => keyAnswer(key, at)), isAutoChargeOpen: settings.openAutoCharge };
};
