import { blocked } from "#room/workspace/attempts/blocked.ts";

/** Reasons for removing an entry from the outbox before it has left. */
export const mergeFirst = { code: "to-be-merged", message: blocked("to-be-merged").message } as const;
export const changedWhileWaiting = {
  code: "ChangedWhileWaiting",
  message: "It was changed after it was submitted, so it was not sent. Submit it again.",
} as const;
