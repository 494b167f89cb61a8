import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** Changes the clinic's templates and signature for letters. */
export const saveLetterWords = defineHandler("saveLetterWords", {
  body: "chargeBytes",
  audit: { when: "first", note: () => ({ action: "changed mail", subject: "letters" }) },
  handle: async ({ version, words }, { store }) => {
    if (!(await store.letterWords.save(words, { after: version })))
      throw new Refusal(
        409,
        "LetterWordsChanged",
        "Somebody else changed this in the meantime. Nothing was saved: review it and save again.",
      );
    return { version: version + 1 };
  },
});
