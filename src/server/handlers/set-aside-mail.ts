import { defineHandler } from "#room/server/define-handler.ts";
import { base64Length } from "#room/contract/primitives/base64.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { base64Of } from "./get-message.ts";
import { wireInstant } from "./visit-answer.ts";

/** The original of a letter that was set aside, read while it is sent. */
export const getSetAsideMail = defineHandler("getSetAsideMail", {
  isCostly: true,
  audit: {
    when: "first",
    note: ({ letterId }) => ({ action: "read set-aside mail", subject: `letter:${letterId}` }),
  },
  handle: async ({ letterId }, context) => {
    const known = Number.isSafeInteger(letterId) && letterId > 0;
    const [file] =
      (known ? await context.store.fetchedMail.original(letterId) : undefined)?.attachments ?? [];
    if (!file) throw new Refusal(404, "NotFound", "There is no such letter.");
    return { base64: context.later(base64Length(file.size), () => base64Of(file.pieces())) };
  },
});

export const listSetAsideMail = defineHandler("listSetAsideMail", {
  isCostly: true,
  audit: "none",
  handle: async (_request, { store }) => ({
    letters: (await store.fetchedMail.listOdd()).map((letter) => ({ ...letter, at: wireInstant(letter.at) })),
  }),
});
