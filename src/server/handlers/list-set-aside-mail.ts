import type { Handler } from "#room/server/handler.ts";
import { wireInstant } from "./visit-answer.ts";

/** The letters from elsewhere that were not simply delivered. */
export const listSetAsideMail: Handler<"listSetAsideMail"> = async (_request, { store }) => ({
  letters: (await store.fetchedMail.listOdd()).map((letter) => ({ ...letter, at: wireInstant(letter.at) })),
});
