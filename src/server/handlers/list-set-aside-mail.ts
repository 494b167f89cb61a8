import { defineHandler } from "#room/server/define-handler.ts";
import { wireInstant } from "./visit-answer.ts";

/** The letters from elsewhere that were not simply delivered. */
export const listSetAsideMail = defineHandler("listSetAsideMail", {
  isCostly: true,
  audit: "none",
  handle: async (_request, { store }) => ({
    letters: (await store.fetchedMail.listOdd()).map((letter) => ({ ...letter, at: wireInstant(letter.at) })),
  }),
});
