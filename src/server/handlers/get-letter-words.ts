import { defineHandler } from "#room/server/define-handler.ts";

/** The clinic's templates and signature for letters. */
export const getLetterWords = defineHandler("getLetterWords", {
  isUse: false,
  audit: "none",
  handle: (_request, { store }) => store.letterWords.read(),
});
